import ai.core.AI;
import ai.socket.SocketAI;
import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import rts.GameState;
import rts.PhysicalGameState;
import rts.PlayerAction;
import rts.Trace;
import rts.TraceEntry;
import rts.UnitAction;
import rts.units.Unit;
import rts.units.UnitTypeTable;
import util.Pair;
import util.XMLWriter;

/**
 * Plays games of microRTS for whoever writes to its standard input: a line is asked, a line is
 * answered, and nothing is said without being asked. docs/MICRORTS_REFERENCE.md has the lines.
 *
 * <p>Both sides of all games share one unit type table: bots compare types by identity.
 */
public final class Launcher {
    private static final int TABLE = UnitTypeTable.VERSION_ORIGINAL_FINETUNED;
    private static final int POLICY = UnitTypeTable.MOVE_CONFLICT_RESOLUTION_CANCEL_BOTH;
    private static final int JSON = SocketAI.LANGUAGE_JSON, XML = SocketAI.LANGUAGE_XML;
    private static final int BUDGET = 100; /* milliseconds: what a socket's player is told */
    private static final long STACK = 64L << 20;
    private static final String ENDED = new String("end of input");

    private final UnitTypeTable table = new UnitTypeTable(TABLE, POLICY);
    private final Map<String, SocketAI> sockets = new HashMap<>();
    private final Map<String, Socket> open = new HashMap<>();
    private final Bots bots;
    private final Chance chance;
    private volatile boolean onSocket; /* somebody on a socket plays */

    private Launcher(File home) throws Exception {
        chance = new Chance();
        bots = new Bots(home, chance);
    }

    /* A game, from its job to its result. */
    private final class Game implements Runnable {
        final String[] player = new String[2];
        final AI[] ai = new AI[2];
        final int language;
        final int limit;
        final long seed;
        final File record;
        final boolean everyCycle;
        final GameState state;
        final Trace trace;
        private int acting = -1; /* who is at it; -1: the game itself */
        private String failed;

        Game(JsonObject job) throws Exception {
            player[0] = job.getString("p0", "");
            player[1] = job.getString("p1", "");
            limit = job.getInt("cycles", 3000);
            seed = Long.parseUnsignedLong(job.getString("seed", "0"));
            language = job.getString("language", "json").equals("xml") ? XML : JSON;
            String path = job.getString("trace", null);
            record = path == null ? null : new File(path);
            everyCycle = job.getBoolean("every", false);
            trace = path == null ? null : new Trace(table);
            if (path != null && !path.endsWith(".xml") && !path.endsWith(".zip"))
                throw new Bots.Refusal("a trace is called .xml or .zip: " + path);
            File map = bots.map(job.getString("map", ""));
            /* The numbers of units count on from game to game otherwise. */
            Unit.next_ID = 0;
            state = new GameState(PhysicalGameState.load(map.getPath(), table), table);
            /* What a bot draws as it is made is by the seed, too: its jar is known by then. */
            for (int i = 0; i < 2; i++)
                if (!isSocket(i))
                    bots.find(player[i]);
            chance.seed(seed, null);
            for (int i = 0; i < 2; i++)
                if (!isSocket(i))
                    ai[i] = bots.make(player[i], table);
        }

        boolean isSocket(int i) {
            return player[i].startsWith("socket:");
        }

        private void enter(boolean acted, PlayerAction[] actions) {
            if (trace == null || (!everyCycle && !acted))
                return;
            TraceEntry entry =
                    new TraceEntry(state.getPhysicalGameState().clone(), state.getTime());
            for (int i = 0; actions != null && i < 2; i++)
                for (Pair<Unit, UnitAction> each : actions[i].getActions())
                    entry.addUnitAction(each.m_a, each.m_b);
            trace.addEntry(entry);
        }

        private void play() throws Exception {
            chance.seed(seed, null);
            for (int i = 0; i < 2; i++) {
                acting = i;
                if (isSocket(i))
                    ai[i] = connected(player[i], language);
            }
            /* One who plays both sides is one player, who is told once. */
            int players = ai[0] == ai[1] ? 1 : 2;
            for (acting = 0; acting < players; acting++)
                ai[acting].reset();
            for (acting = 0; acting < players; acting++)
                ai[acting].preGameAnalysis(state, 0);
            for (int i = 0; i < 2; i++)
                chance.seed(seed + i, ai[i]);
            enter(true, null);
            boolean over = false;
            while (!over && state.getTime() < limit) {
                PlayerAction[] actions = new PlayerAction[2];
                for (acting = 0; acting < 2; acting++)
                    actions[acting] = ai[acting].getAction(acting, state);
                acting = -1;
                enter(!actions[0].isEmpty() || !actions[1].isEmpty(), actions);
                for (int i = 0; i < 2; i++) {
                    acting = i;
                    state.issueSafe(actions[i]);
                }
                acting = -1;
                over = state.cycle();
            }
            enter(true, null);
            for (acting = 0; acting < players; acting++)
                ai[acting].gameOver(state.winner());
            acting = -1;
            if (trace != null)
                write(trace, record);
        }

        public void run() {
            try {
                play();
            } catch (Throwable thrown) {
                failed = why(thrown);
                for (int i = 0; i < 2; i++)
                    if (isSocket(i))
                        disconnect(player[i]);
            }
        }

        JsonObject result() throws Exception {
            JsonObject answer = new JsonObject();
            if (failed != null)
                return answer.add("failed", failed).add("player", acting < 2 ? acting : -1)
                        .add("cycles", state.getTime());
            StringWriter last = new StringWriter();
            state.toJSON(last);
            return answer.add("winner", state.winner()).add("cycles", state.getTime())
                    .add("state", Json.parse(last.toString()));
        }
    }

    private SocketAI connected(String player, int language) throws Exception {
        String name = player + (language == XML ? " xml" : "");
        SocketAI there = sockets.get(name);
        if (there != null)
            return there;
        int port = Integer.parseInt(player.substring("socket:".length()));
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        there = SocketAI.createFromExistingSocket(BUDGET, -1, table, language, socket);
        sockets.put(name, there);
        open.put(name, socket);
        return there;
    }

    private void disconnect(String player) {
        for (String name : new String[] {player, player + " xml"}) {
            sockets.remove(name);
            Socket socket = open.remove(name);
            try {
                if (socket != null)
                    socket.close();
            } catch (java.io.IOException gone) {
                /* so it is */
            }
        }
    }

    /* Whole or not at all. */
    private static void write(Trace trace, File file) throws Exception {
        File part = new File(file.getPath() + ".part");
        try {
            writeAll(trace, file, part);
            Files.move(part.toPath(), file.toPath(), StandardCopyOption.REPLACE_EXISTING);
        } finally {
            part.delete();
        }
    }

    private static void writeAll(Trace trace, File file, File part) throws Exception {
        try (OutputStream out = new FileOutputStream(part)) {
            OutputStream to = out;
            if (file.getName().endsWith(".zip")) {
                ZipOutputStream zip = new ZipOutputStream(out);
                zip.putNextEntry(new ZipEntry(file.getName().replaceFirst("zip$", "xml")));
                to = zip;
            }
            /* The game's writer says nothing of what goes wrong. */
            PrintWriter text = new PrintWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8));
            XMLWriter writer = new XMLWriter(text);
            trace.toxml(writer);
            writer.flush();
            if (text.checkError())
                throw new Bots.Refusal("the trace can't be written, the disk may be full: " + file);
            if (to instanceof ZipOutputStream)
                ((ZipOutputStream) to).finish();
        }
    }

    /* ---- lines */

    private static String why(Throwable thrown) {
        if (thrown instanceof Bots.Refusal)
            return thrown.getMessage();
        StackTraceElement[] trace = thrown.getStackTrace();
        String text = thrown.toString() + (trace.length > 0 ? " at " + trace[0] : "");
        return text.length() > 400 ? text.substring(0, 400) : text;
    }

    private void serve(BlockingQueue<String> lines, PrintStream out) throws Exception {
        Game game = null;
        Thread playing = null;
        for (String line = lines.take(); line != ENDED; line = lines.take()) {
            JsonObject answer;
            try {
                if (playing != null)
                    playing.join();
                playing = null;
                if (line.equals("wait")) {
                    answer = game == null ? new JsonObject().add("failed", "no game") : game.result();
                } else {
                    game = null;
                    game = new Game(Json.parse(line).asObject());
                    onSocket = game.isSocket(0) || game.isSocket(1);
                    answer = new JsonObject().add("started", true);
                }
            } catch (Throwable thrown) {
                answer = new JsonObject().add("failed", why(thrown));
            }
            out.println(answer);
            if (game != null && answer.get("started") != null) {
                playing = new Thread(null, game, "game", STACK);
                playing.setDaemon(true);
                playing.start();
            }
        }
    }

    /** Arguments: the folder that holds maps/ and lib/bots/; -v: what bots print is shown. */
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(java.io.FileDescriptor.out), true,
                "UTF-8");
        List<String> given = new ArrayList<>(Arrays.asList(args));
        boolean loud = given.remove("-v");
        final Launcher launcher = new Launcher(new File(given.isEmpty() ? "." : given.get(0)));
        System.setOut(System.err);
        if (!loud) {
            PrintStream nowhere = new PrintStream(new OutputStream() {
                public void write(int b) {}

                public void write(byte[] bytes, int from, int count) {}
            });
            System.setOut(nowhere);
            System.setErr(nowhere);
        }
        final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        final BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Thread reading = new Thread("lines") {
            public void run() {
                try {
                    for (String line = in.readLine(); line != null; line = in.readLine())
                        lines.add(line);
                } catch (Exception gone) {
                    /* as its end */
                }
                /* Who plays over a socket is gone, too, and may leave a player waiting for ever. */
                if (launcher.onSocket)
                    Runtime.getRuntime().halt(0);
                lines.add(ENDED);
            }
        };
        reading.setDaemon(true);
        reading.start();
        launcher.serve(lines, out);
        Runtime.getRuntime().halt(0);
    }
}
