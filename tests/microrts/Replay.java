import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import rts.GameState;
import rts.PhysicalGameState;
import rts.PlayerAction;
import rts.UnitAction;
import rts.units.Unit;
import rts.units.UnitTypeTable;

/**
 * Plays recorded orders again by the real microRTS, without bots, and says what that takes. The file
 * that is named has sets of games:
 *
 *   set
 *   game CYCLES MAP
 *   CYCLE PLAYER then, for each order: ID TYPE PARAMETER UNIT_TYPE X Y
 *
 * A line of standard input is a set's number and how often; the answer is the cycles that were
 * played, the processor time of this thread in nanoseconds, and a sum of how all ended.
 */
final class Replay {
    private static final UnitTypeTable TABLE =
            new UnitTypeTable(UnitTypeTable.VERSION_ORIGINAL_FINETUNED,
                    UnitTypeTable.MOVE_CONFLICT_RESOLUTION_CANCEL_BOTH);

    private static final class Game {
        PhysicalGameState map;
        int cycles;
        long nextId;
        final List<int[]> orders = new ArrayList<>();
    }

    private Replay() {
    }

    private static List<List<Game>> read(String file) throws Exception {
        List<List<Game>> sets = new ArrayList<>();
        Game game = null;
        try (BufferedReader in = new BufferedReader(new FileReader(new File(file)))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] word = line.split(" ", line.startsWith("game") ? 3 : 0);
                if (word[0].equals("set")) {
                    sets.add(new ArrayList<>());
                } else if (word[0].equals("game")) {
                    game = new Game();
                    game.cycles = Integer.parseInt(word[1]);
                    game.map = PhysicalGameState.load(word[2], TABLE);
                    for (Unit u : game.map.getUnits())
                        game.nextId = Math.max(game.nextId, u.getID() + 1);
                    sets.get(sets.size() - 1).add(game);
                } else {
                    int[] numbers = new int[word.length];
                    for (int i = 0; i < word.length; i++)
                        numbers[i] = Integer.parseInt(word[i]);
                    game.orders.add(numbers);
                }
            }
        }
        return sets;
    }

    private static UnitAction action(int[] o, int at) {
        if (o[at + 1] == UnitAction.TYPE_ATTACK_LOCATION)
            return new UnitAction(o[at + 1], o[at + 4], o[at + 5]);
        if (o[at + 3] >= 0)
            return new UnitAction(o[at + 1], o[at + 2], TABLE.getUnitType(o[at + 3]));
        return new UnitAction(o[at + 1], o[at + 2]);
    }

    private static long play(Game game) {
        GameState gs = new GameState(game.map.clone(), TABLE);
        Unit.next_ID = game.nextId;
        int at = 0, count = game.orders.size();
        boolean over = false;
        while (!over && gs.getTime() < game.cycles) {
            for (int player = 0; player < 2; player++) {
                PlayerAction pa = new PlayerAction();
                int[] next = at < count ? game.orders.get(at) : null;
                if (next != null && next[0] == gs.getTime() && next[1] == player) {
                    for (int i = 2; i < next.length; i += 6)
                        pa.addUnitAction(gs.getUnit(next[i]), action(next, i));
                    at++;
                }
                gs.issueSafe(pa);
            }
            over = gs.cycle();
        }
        long sum = gs.getTime();
        for (int player = 0; player < 2; player++)
            sum = sum * 31 + gs.getPlayer(player).getResources();
        for (Unit u : gs.getUnits())
            sum = sum * 31 + u.getX() * 128 + u.getY() + u.getHitPoints();
        return sum;
    }

    public static void main(String[] args) throws Exception {
        List<List<Game>> sets = read(args[0]);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        System.setErr(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] word = line.split(" ");
            int times = Integer.parseInt(word[1]);
            long cycles = 0, sum = 0, start = threads.getCurrentThreadCpuTime();
            for (int i = 0; i < times; i++) {
                sum = 0;
                for (Game game : sets.get(Integer.parseInt(word[0]))) {
                    sum = sum * 31 + play(game);
                    cycles += game.cycles;
                }
            }
            System.out.println(
                    cycles + " " + (threads.getCurrentThreadCpuTime() - start) + " " + sum);
        }
    }
}
