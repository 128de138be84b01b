import java.io.DataInputStream;
import java.io.File;
import java.io.InputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Enumeration;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The random numbers of the game and its bots, which nobody seeds: those of static fields, by the
 * name of the field; those that a bot holds, in whatever it holds; Math.random. Out of reach are
 * generators that are made while a game goes, and what depends on the clock.
 */
final class Chance {
    private static final String[] GAME = {"ai/", "rts/", "util/"};

    private final Map<String, Random> statics = new TreeMap<>();

    Chance() throws Exception {
        File game = new File(
                rts.GameState.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (game.isFile())
            add(game, Chance.class.getClassLoader());
        try {
            Class<?> holder = Class.forName("java.lang.Math$RandomNumberGeneratorHolder");
            Field field = holder.getDeclaredField("randomNumberGenerator");
            field.setAccessible(true);
            statics.put("Math.random", (Random) field.get(null));
        } catch (Exception | LinkageError closed) {
            /* Java must be told --add-opens java.base/java.lang=ALL-UNNAMED */
        }
    }

    /** Seeds what static fields of the classes of a jar hold, from now on. */
    void add(File jar, ClassLoader loader) throws Exception {
        boolean game = loader == Chance.class.getClassLoader();
        if (statics.containsKey(jar.getPath()))
            return;
        statics.put(jar.getPath(), null);
        try (ZipFile zip = new ZipFile(jar)) {
            for (Enumeration<? extends ZipEntry> e = zip.entries(); e.hasMoreElements();) {
                ZipEntry entry = e.nextElement();
                String name = entry.getName();
                boolean ours = !game;
                for (String room : GAME)
                    ours |= name.startsWith(room);
                if (ours && name.endsWith(".class") && speaks(zip, entry))
                    add(name.substring(0, name.length() - 6).replace('/', '.'), loader);
            }
        }
    }

    /* Whether a class names the generator at all: most need not be loaded. */
    private static boolean speaks(ZipFile zip, ZipEntry entry) throws Exception {
        byte[] bytes = new byte[(int) entry.getSize()];
        try (InputStream in = zip.getInputStream(entry)) {
            new DataInputStream(in).readFully(bytes);
        }
        return new String(bytes, StandardCharsets.ISO_8859_1).contains("java/util/Random");
    }

    private void add(String name, ClassLoader loader) {
        try {
            Class<?> kind = Class.forName(name, false, loader);
            for (Field field : kind.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) || field.getType() != Random.class)
                    continue;
                field.setAccessible(true);
                statics.put(name + "." + field.getName(), (Random) field.get(null));
            }
        } catch (Exception | LinkageError unusable) {
            /* a class that can't be loaded plays no game */
        }
    }

    /** By seed and name, so that it does not matter what else is there. */
    void seed(long seed, Object bot) {
        if (bot == null) {
            for (Map.Entry<String, Random> each : statics.entrySet())
                if (each.getValue() != null)
                    each.getValue().setSeed(seed * 0x9E3779B97F4A7C15L + each.getKey().hashCode());
            return;
        }
        walk(bot, seed, new IdentityHashMap<>(), 0);
    }

    private void walk(Object at, long seed, IdentityHashMap<Object, Object> seen, int depth) {
        if (at == null || depth > 40 || seen.put(at, at) != null)
            return;
        Class<?> kind = at.getClass();
        if (at instanceof Random) {
            if (!statics.containsValue(at))
                ((Random) at).setSeed(seed * 0x9E3779B97F4A7C15L + seen.size());
        } else if (at instanceof Collection) {
            for (Object each : (Collection<?>) at)
                walk(each, seed, seen, depth + 1);
        } else if (at instanceof Map) {
            for (Map.Entry<?, ?> each : ((Map<?, ?>) at).entrySet()) {
                walk(each.getKey(), seed, seen, depth + 1);
                walk(each.getValue(), seed, seen, depth + 1);
            }
        } else if (kind.isArray() && !kind.getComponentType().isPrimitive()) {
            for (int i = 0; i < Array.getLength(at); i++)
                walk(Array.get(at, i), seed, seen, depth + 1);
        } else if (kind.getClassLoader() != null && !kind.getName().startsWith("rts.")) {
            fields(at, kind, seed, seen, depth);
        }
    }

    private void fields(Object at, Class<?> kind, long seed, IdentityHashMap<Object, Object> seen,
            int depth) {
        for (; kind != null && kind.getClassLoader() != null; kind = kind.getSuperclass()) {
            for (Field field : kind.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive())
                    continue;
                try {
                    field.setAccessible(true);
                    walk(field.get(at), seed, seen, depth + 1);
                } catch (Exception closed) {
                    /* out of reach */
                }
            }
        }
    }
}
