import ai.core.AI;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import rts.units.UnitTypeTable;

/**
 * Where bots and maps are found. Each jar of lib/bots/ has a loader of its own: several hold other
 * classes of the same names, one even its own of the game's scripts. What a jar lacks, and the game
 * too, is looked for in the other ones: a bot counts on that.
 */
final class Bots {
    /** Something that was asked for is not there; the message says all. */
    static final class Refusal extends Exception {
        private static final long serialVersionUID = 1;

        Refusal(String message) {
            super(message);
        }
    }

    /* What a jar holds comes before what the game has of that name, but for the game itself. */
    private final class Jar extends URLClassLoader {
        Jar(URL url) {
            super(new URL[] {url}, Bots.class.getClassLoader());
        }

        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            boolean shared = name.startsWith("java") || name.startsWith("rts.")
                    || name.startsWith("ai.core.") || name.startsWith("util.");
            Class<?> found = shared ? null : own(name);
            if (found != null)
                return found;
            try {
                return super.loadClass(name, resolve);
            } catch (ClassNotFoundException missing) {
                for (Jar other : jars.values()) {
                    found = other == this ? null : other.own(name);
                    if (found != null)
                        return found;
                }
                throw missing;
            }
        }

        private Class<?> own(String name) {
            synchronized (getClassLoadingLock(name)) {
                Class<?> found = findLoadedClass(name);
                try {
                    return found != null ? found : findClass(name);
                } catch (ClassNotFoundException elsewhere) {
                    return null;
                }
            }
        }
    }

    private final File home;
    private final Chance chance;
    private final Map<File, Jar> jars = new LinkedHashMap<>();

    Bots(File home, Chance chance) throws Exception {
        this.home = home;
        this.chance = chance;
        File[] found = new File(home, "lib/bots").listFiles();
        if (found == null)
            return;
        Arrays.sort(found);
        for (File jar : found)
            if (jar.getName().endsWith(".jar"))
                jars.put(jar, new Jar(jar.toURI().toURL()));
    }

    Class<?> find(String name) throws Exception {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException elsewhere) {
            for (Map.Entry<File, Jar> jar : jars.entrySet()) {
                Class<?> found = jar.getValue().own(name);
                if (found == null)
                    continue;
                chance.add(jar.getKey(), jar.getValue());
                return found;
            }
        }
        throw new Refusal("no such bot: " + name);
    }

    AI make(String name, UnitTypeTable table) throws Exception {
        Class<?> kind = find(name);
        if (!AI.class.isAssignableFrom(kind))
            throw new Refusal("no bot: " + name);
        try {
            return (AI) kind.getConstructor(UnitTypeTable.class).newInstance(table);
        } catch (NoSuchMethodException | InstantiationException not) {
            throw new Refusal("no bot that is made of a unit type table alone: " + name);
        } catch (InvocationTargetException thrown) {
            throw new Refusal(name + " can't begin: " + thrown.getCause());
        }
    }

    /** As it is called, or below the folder or its maps/, with or without ".xml". */
    File map(String name) throws Exception {
        for (String suffix : new String[] {"", ".xml"})
            for (File file : new File[] {new File(name + suffix), new File(home, name + suffix),
                         new File(home, "maps/" + name + suffix)})
                if (file.isFile())
                    return file;
        throw new Refusal("no such map: " + name);
    }
}
