package dev.waggle.dashboard;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bundle of the modules of a page as one classic script, for a document that may load nothing. Each module becomes a
 * function that returns its exports, after the modules that it imports. It reads the two forms that the modules have:
 * an import of names on one line, and an export in front of a declaration.
 */
final class ModuleBundle {

    private static final Pattern IMPORT = Pattern.compile("import (\\{ [\\w, ]+ \\}) from \"\\./([\\w-]+\\.js)\";");
    private static final Pattern EXPORT = Pattern.compile("export ((?:async )?(?:function|const|class) (\\w+).*)");

    private final WebFiles files;
    private final Map<String, String> functions = new LinkedHashMap<>();
    private final Set<String> open = new LinkedHashSet<>();

    private ModuleBundle(WebFiles files) {
        this.files = files;
    }

    /**
     * The script of a module with everything that it imports. No part of it ends or hides a script element.
     *
     * @throws IllegalStateException for an unknown module, and for modules that import each other in a circle
     */
    static String of(WebFiles files, String entry) {
        ModuleBundle bundle = new ModuleBundle(files);
        bundle.add(entry);
        return inElement(
                "(function () {\n\"use strict\";\nconst modules = {};\n" + String.join("", bundle.functions.values())
                        + "})();\n");
    }

    /** A script that an element may hold: the sequences that would end it stand in strings, where a backslash is idle. */
    static String inElement(String script) {
        return script.replaceAll("(?i)</(script)", "<\\\\/$1").replace("<!--", "<\\!--");
    }

    private void add(String name) {
        if (functions.containsKey(name)) {
            return;
        }
        if (!open.add(name)) {
            throw new IllegalStateException("modules import each other: " + String.join(", ", open));
        }
        WebFile file = files.file(name)
                .orElseThrow(() -> new IllegalStateException("there is no module " + name + " of the pages"));
        List<String> exports = new ArrayList<>();
        StringBuilder body = new StringBuilder();
        for (String line : file.text().lines().toList()) {
            body.append(line(line, exports)).append('\n');
        }
        open.remove(name);
        functions.put(name, "modules[\"" + name + "\"] = (function () {\n" + body + "return { "
                + String.join(", ", exports) + " };\n})();\n");
    }

    private String line(String line, List<String> exports) {
        Matcher imported = IMPORT.matcher(line);
        if (imported.matches()) {
            add(imported.group(2));
            return "const " + imported.group(1) + " = modules[\"" + imported.group(2) + "\"];";
        }
        Matcher exported = EXPORT.matcher(line);
        if (exported.matches()) {
            exports.add(exported.group(2));
            return exported.group(1);
        }
        return line;
    }
}
