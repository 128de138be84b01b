import ai.RandomBiasedAI;
import rts.GameState;
import rts.PlayerAction;
import rts.units.UnitTypeTable;

/**
 * Bots that end in the middle of a game, and with them the Java that plays it; two only throw, one of them
 * a number that was drawn when it was made.
 */
public class Fatal extends RandomBiasedAI {
    private final int last;
    private final boolean kills;

    private Fatal(UnitTypeTable table, int last, boolean kills) {
        super(table);
        this.last = last;
        this.kills = kills;
    }

    public PlayerAction getAction(int player, GameState state) {
        if (state.getTime() >= last && !kills)
            throw new IllegalStateException("enough");
        if (state.getTime() >= last)
            try {
                new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start().waitFor();
                Thread.sleep(60000);
            } catch (Exception unexpected) {
                throw new IllegalStateException(unexpected);
            }
        return super.getAction(player, state);
    }

    public static final class AtOnce extends Fatal {
        public AtOnce(UnitTypeTable table) {
            super(table, 0, true);
        }
    }

    public static final class InTheMiddle extends Fatal {
        public InTheMiddle(UnitTypeTable table) {
            super(table, 150, true);
        }
    }

    public static final class BeforeTheEnd extends Fatal {
        public BeforeTheEnd(UnitTypeTable table) {
            super(table, 399, true);
        }
    }

    public static final class Throws extends Fatal {
        public Throws(UnitTypeTable table) {
            super(table, 40, false);
        }
    }

    public static final class Draws extends Fatal {
        private final int drawn = (int) (Math.random() * 1000000);

        public Draws(UnitTypeTable table) {
            super(table, 40, false);
        }

        public PlayerAction getAction(int player, GameState state) {
            throw new IllegalStateException("drawn: " + drawn);
        }
    }
}
