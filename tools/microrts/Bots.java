import ai.core.AI;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
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
        throw new Refusal("no such bot: " + name + hint(name));
    }

    /** Classes of the game and of the jars that differ in package or upper case alone; else some bots. */
    private String hint(String name) throws Exception {
        String last = name.substring(name.lastIndexOf('.') + 1);
        Set<String> near = new TreeSet<>();
        List<File> all = new ArrayList<>(jars.keySet());
        all.add(0, new File(home, "microrts.jar"));
        for (File jar : all)
            try (JarFile file = new JarFile(jar)) {
                for (JarEntry entry : Collections.list(file.entries())) {
                    String path = entry.getName();
                    if (!path.endsWith(".class") || path.indexOf('$') >= 0)
                        continue;
                    String found = path.substring(0, path.length() - 6).replace('/', '.');
                    if (found.substring(found.lastIndexOf('.') + 1).equalsIgnoreCase(last))
                        near.add(found);
                }
            }
        return near.isEmpty() ? "; there are ai.abstraction.WorkerRush, ai.RandomBiasedAI, ai.coac.CoacAI"
                        + " and more: classes of microrts.jar and lib/bots/*.jar"
                              : "; did you mean " + String.join(" or ", near) + "?";
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
