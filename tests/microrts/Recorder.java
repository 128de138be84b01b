import ai.core.AI;
import ai.core.AIWithComputationBudget;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import rts.GameState;
import rts.PhysicalGameState;
import rts.PlayerAction;
import rts.UnitAction;
import rts.units.Unit;
import rts.units.UnitTypeTable;
import util.Pair;
import util.Sampler;

/**
 * Plays games of the real microRTS and tells all of them, for a replay that must come to the same
 * states. A line of standard input is a game: map, bot of player 0, of player 1, seed, cycles at
 * most, with tabs between. A bot is a class, JAR:CLASS, or "fuzz", which orders what it likes, legal
 * or not. What is told, a line each:
 *
 *   game MAP BOT BOT SEED CYCLES
 *   0 STATE            at the beginning; then, each cycle,
 *   1 ORDERS           of player 0, as they were asked for
 *   2 ORDERS           of player 1
 *   0 STATE            behind the cycle
 *   end WINNER         or: cut WHAT, of what a bot died; died WHAT, of what the game did
 *
 * With the argument "short" the states are left out but for their number 0, and the ids of who is
 * born begin behind the map's in each game.
 */
final class Recorder {
    private static final UnitTypeTable TABLE =
            new UnitTypeTable(UnitTypeTable.VERSION_ORIGINAL_FINETUNED,
                    UnitTypeTable.MOVE_CONFLICT_RESOLUTION_CANCEL_BOTH);
    private static final Map<String, ClassLoader> JARS = new HashMap<>();
    private static final PrintWriter OUT = new PrintWriter(
            new OutputStreamWriter(System.out, StandardCharsets.UTF_8), false);

    private static boolean brief;
    private static final Thread main = Thread.currentThread();

    private Recorder() {
    }

    /** Prefers its own classes but for the game's: several jars have others of the same names. */
    private static final class Jar extends URLClassLoader {
        Jar(File file) throws Exception {
            super(new URL[] {file.toURI().toURL()}, Recorder.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> found = findLoadedClass(name);
            if (found == null && !name.matches("(java|rts|ai\\.core|util)\\..*")) {
                try {
                    found = findClass(name);
                } catch (ClassNotFoundException elsewhere) {
                    found = null;
                }
            }
            return found != null ? found : super.loadClass(name, resolve);
        }
    }

    private static void seed(Class<?> kind, Object holder, long seed) throws Exception {
        for (Field field : kind.getDeclaredFields()) {
            boolean common = Modifier.isStatic(field.getModifiers());
            if (field.getType() != Random.class || (holder == null && !common))
                continue;
            field.setAccessible(true);
            Object random = field.get(common ? null : holder);
            if (random != null)
                ((Random) random).setSeed(seed);
        }
    }

    private static AI bot(String name, long seed) throws Exception {
        if (name.equals("fuzz"))
            return new Fuzz(seed);
        int colon = name.lastIndexOf(':');
        ClassLoader loader = Recorder.class.getClassLoader();
        if (colon >= 0) {
            String jar = name.substring(0, colon);
            if (!JARS.containsKey(jar))
                JARS.put(jar, new Jar(new File(jar)));
            loader = JARS.get(jar);
        }
        Class<?> kind = Class.forName(name.substring(colon + 1), true, loader);
        AI ai = (AI) kind.getConstructor(UnitTypeTable.class).newInstance(TABLE);
        if (ai instanceof AIWithComputationBudget)
            ((AIWithComputationBudget) ai).setTimeBudget(5);
        for (Class<?> c = kind; c != null && c != Object.class; c = c.getSuperclass())
            seed(c, ai, seed);
        seed(Sampler.class, null, seed);
        ai.reset();
        return ai;
    }

    /** Orders anything: mostly what is legal, so that the game goes on. */
    private static final class Fuzz extends AI {
        private final Random r;
        private final int illegal, busy, twice;

        Fuzz(long seed) {
            r = new Random(seed);
            illegal = r.nextInt(4) == 0 ? 0 : r.nextInt(40);
            busy = r.nextInt(3) == 0 ? 0 : r.nextInt(8);
            twice = r.nextInt(2) == 0 ? 0 : r.nextInt(10);
        }

        @Override
        public void reset() {
        }

        @Override
        public AI clone() {
            return this;
        }

        @Override
        public List<ai.core.ParameterSpecification> getParameters() {
            return new ArrayList<>();
        }

        private int odd() {
            switch (r.nextInt(12)) {
                case 0: return Integer.MAX_VALUE - r.nextInt(300);
                case 1: return Integer.MIN_VALUE + r.nextInt(300);
                case 2: return -1 - r.nextInt(5);
                default: return r.nextInt(60);
            }
        }

        private UnitAction anything(GameState gs, Unit u) {
            int type = r.nextInt(20) == 0 ? r.nextInt(12) - 4 : r.nextInt(6);
            StringBuilder s = new StringBuilder("{\"type\":" + type);
            if (r.nextInt(8) > 0)
                s.append(",\"parameter\":").append(type == 0 ? odd() : r.nextInt(20) == 0 ? odd() : r.nextInt(4));
            if (type == UnitAction.TYPE_ATTACK_LOCATION || r.nextInt(10) == 0) {
                int reach = r.nextInt(10) == 0 ? 1000 : 4;
                List<Unit> all = gs.getUnits();
                Unit near = r.nextBoolean() ? u : all.get(r.nextInt(all.size()));
                s.append(",\"x\":").append(near.getX() + r.nextInt(2 * reach + 1) - reach);
                s.append(",\"y\":").append(near.getY() + r.nextInt(2 * reach + 1) - reach);
            }
            if (type == UnitAction.TYPE_PRODUCE || r.nextInt(10) == 0)
                s.append(",\"unitType\":\"")
                        .append(TABLE.getUnitType(r.nextInt(TABLE.getUnitTypes().size())).name)
                        .append("\"");
            return UnitAction.fromJSON(s + "}", TABLE);
        }

        private UnitAction legal(GameState gs, Unit u) {
            List<UnitAction> all = u.getUnitActions(gs, 1 + r.nextInt(15));
            UnitAction chosen = all.get(r.nextInt(all.size()));
            for (int i = 0; i < 2 && chosen.getType() <= UnitAction.TYPE_MOVE; i++)
                chosen = all.get(r.nextInt(all.size()));
            return chosen;
        }

        @Override
        public PlayerAction getAction(int player, GameState gs) {
            PlayerAction out = new PlayerAction();
            List<Unit> units = new ArrayList<>(gs.getUnits());
            if (r.nextBoolean())
                Collections.shuffle(units, r);
            for (Unit u : units) {
                boolean idle = gs.getActionAssignment(u) == null;
                if (u.getPlayer() != player || r.nextInt(100) >= (idle ? 80 : busy))
                    continue;
                int n = r.nextInt(100) < twice ? 2 + r.nextInt(2) : 1;
                for (int i = 0; i < n; i++)
                    out.addUnitAction(u, r.nextInt(100) < illegal ? anything(gs, u) : legal(gs, u));
            }
            return out;
        }
    }

    /** Bots that look ahead order copies of units. The game takes who stands there. */
    private static void real(GameState gs, PlayerAction pa) {
        for (Pair<Unit, UnitAction> p : pa.getActions()) {
            if (gs.getUnits().contains(p.m_a))
                continue;
            Unit there = gs.getPhysicalGameState().getUnitAt(p.m_a.getX(), p.m_a.getY());
            if (there == null || there.getID() != p.m_a.getID()
                    || there.getResources() != p.m_a.getResources())
                throw new IllegalStateException("a bot orders a unit of another time");
            p.m_a = there;
        }
    }

    private static void state(GameState gs) throws Exception {
        OUT.print("0");
        if (!brief) {
            OUT.print(" ");
            gs.toJSON(OUT);
        }
        OUT.println();
    }

    private static void play(String[] game) throws Exception {
        if (brief)
            Unit.next_ID = 0;
        PhysicalGameState pgs = PhysicalGameState.load(game[0], TABLE);
        long seed = Long.parseLong(game[3]);
        int cycles = Integer.parseInt(game[4]);
        GameState gs = new GameState(pgs, TABLE);
        AI[] bot = {bot(game[1], seed), bot(game[2], seed + 1)};
        boolean over = false;
        state(gs);
        while (!over && gs.getTime() < cycles) {
            PlayerAction[] pa = new PlayerAction[2];
            try {
                for (int p = 0; p < 2; p++)
                    real(gs, pa[p] = bot[p].getAction(p, gs));
            } catch (Exception thrown) {
                OUT.println("cut " + thrown);
                return;
            }
            for (int p = 0; p < 2; p++) {
                OUT.print(p == 0 ? "1 " : "2 ");
                pa[p].toJSON(OUT);
                OUT.println();
            }
            gs.issueSafe(pa[0]);
            gs.issueSafe(pa[1]);
            over = gs.cycle();
            state(gs);
        }
        OUT.println("end " + gs.winner());
    }

    public static void main(String[] args) throws Exception {
        brief = args.length > 0 && args[0].equals("short");
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        System.setOut(nowhere);
        System.setErr(nowhere);
        Thread ended = new Thread(() -> {
            StringBuilder where = new StringBuilder();
            for (StackTraceElement e : main.getStackTrace())
                where.append(' ').append(e);
            OUT.println();
            OUT.println("died by the exit of the process at" + where);
            OUT.flush();
        });
        Runtime.getRuntime().addShutdownHook(ended);
        OUT.print("table ");
        TABLE.toJSON(OUT);
        OUT.println();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            OUT.println("game " + line);
            try {
                play(line.split("\t"));
            } catch (Throwable thrown) {
                OUT.println();
                OUT.println("died " + thrown);
            }
        }
        OUT.flush();
        Runtime.getRuntime().removeShutdownHook(ended);
        System.exit(0);
    }
}
