package dev.waggle.lab.convention;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Every package that another module uses is exported to it. On a module path any other access fails at run time. */
class QualifiedExportsTest {

    private static final Pattern MODULE = Pattern.compile("<waggle\\.module>([\\w.]+)<");
    private static final Pattern EXPORT = Pattern.compile("exports\\s+([\\w.]+)(?:\\s+to\\s+([^;]+))?;");
    private static final Pattern IMPORT = Pattern
            .compile("(?m)^import (?:static )?(dev\\.waggle\\.[a-z0-9.]+)\\.[A-Z]");
    private static final String EVERYBODY = "";

    /** The modules that may use a package, by its name; everybody if the export is not qualified. */
    private final Map<String, Set<String>> users = new LinkedHashMap<>();

    /** The folder of the module of each package, for modules with a descriptor. */
    private final Map<String, String> homes = new LinkedHashMap<>();

    @Test
    void aModuleUsesOnlyPackagesThatAreExportedToIt() throws IOException {
        Set<String> faults = new TreeSet<>();
        Map<String, String> names = new LinkedHashMap<>();
        ProjectSources sources = ProjectSources.main();
        for (ProjectSources.SourceFile file : sources.files()) {
            String folder = folder(file.path());
            if (!names.containsKey(folder)) {
                names.put(folder, readModule(folder));
            }
            if (Files.exists(descriptor(folder))) {
                homes.put(file.packageName(), folder);
            }
        }
        for (ProjectSources.SourceFile file : sources.files()) {
            String folder = folder(file.path());
            Matcher used = IMPORT.matcher(Files.readString(ProjectSources.root().resolve(file.path())));
            while (used.find()) {
                String home = homes.getOrDefault(used.group(1), folder);
                if (!home.equals(folder) && !mayUse(names.getOrDefault(folder, ""), used.group(1))) {
                    faults.add(used.group(1) + " is not exported to " + names.get(folder) + ", see " + file.path());
                }
            }
        }

        assertThat(homes.values()).contains("signal", "math", "swarm", "journal");
        assertThat(faults).isEmpty();
    }

    private boolean mayUse(String module, String used) {
        Set<String> all = users.getOrDefault(used, Set.of());
        return all.contains(EVERYBODY) || all.contains(module);
    }

    /** The name of the module in a folder; what it exports is noted. */
    private String readModule(String folder) throws IOException {
        if (Files.exists(descriptor(folder))) {
            Matcher export = EXPORT.matcher(Files.readString(descriptor(folder)));
            while (export.find()) {
                String to = export.group(2);
                users.put(export.group(1), to == null ? Set.of(EVERYBODY) : Set.of(to.strip().split("\\s*,\\s*")));
            }
        }
        Matcher name = MODULE.matcher(Files.readString(ProjectSources.root().resolve(folder).resolve("pom.xml")));
        return name.find() ? name.group(1) : "dev.waggle." + folder;
    }

    private static Path descriptor(String folder) {
        return ProjectSources.root().resolve(folder).resolve("src/main/java/module-info.java");
    }

    private static String folder(String path) {
        return path.substring(0, path.indexOf('/'));
    }
}
