package dev.waggle.dashboard;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.journal.JsonText;

/**
 * All files of the pages: modules and styles of our own, the texts as a module, and two libraries as modules. They are
 * read once. Their version is a hash of all of them, so that a browser can keep a file for ever.
 */
public final class WebFiles {

    /** Modules of our own in the order of {@code web/files.txt}, the entry first. */
    static final List<String> MODULES = named(".js");

    /** Styles in the order of their rules. */
    static final List<String> STYLES = styles();

    /** Scripts of their own, which run before the first paint. */
    static final List<String> SCRIPTS = List.of("theme.js");

    private static final String ICON = "icon.svg";
    private static final String TEXTS = "texts.json";
    private static final int VERSION_BYTES = 8;

    private final Map<String, WebFile> files;
    private final String version;

    private WebFiles(Map<String, WebFile> files) {
        this.files = Map.copyOf(files);
        this.version = version(files);
    }

    /** The files that ship. */
    public static WebFiles shipped() {
        return Shipped.FILES;
    }

    /** The file of that name. */
    public Optional<WebFile> file(String name) {
        return Optional.ofNullable(files.get(name));
    }

    /** All of them. */
    public List<WebFile> all() {
        return List.copyOf(files.values());
    }

    /** Hash of all of them, a part of their address. */
    public String version() {
        return version;
    }

    /** Address of a file on the server. */
    public String path(String name) {
        if (!files.containsKey(name)) {
            throw new IllegalArgumentException("there is no file " + name + " of the pages");
        }
        return "/assets/" + version + '/' + name;
    }

    /** The texts of the pages. */
    static String texts() {
        return WebResource.text("web/" + TEXTS);
    }

    private static List<String> named(String ending) {
        return WebResource.text("web/files.txt").lines().filter(name -> name.endsWith(ending)).toList();
    }

    private static List<String> styles() {
        List<String> all = new ArrayList<>(List.of(LibraryModules.PLOT_STYLE));
        all.addAll(named(".css"));
        return List.copyOf(all);
    }

    private static WebFiles read() {
        Map<String, WebFile> files = new LinkedHashMap<>();
        for (WebFile file : List.of(textModule(), LibraryModules.preact(), LibraryModules.plot(),
                LibraryModules.plotStyle())) {
            files.put(file.name(), file);
        }
        for (List<String> some : List.of(MODULES, STYLES, SCRIPTS, List.of(ICON))) {
            some.forEach(name -> files.computeIfAbsent(name,
                    own -> new WebFile(own, WebResource.text("web/" + own))));
        }
        return new WebFiles(files);
    }

    private static WebFile textModule() {
        return new WebFile("texts.js", "export const texts = " + JsonText.write(JsonText.read(texts())) + ";\n");
    }

    private static String version(Map<String, WebFile> files) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            files.values().forEach(file -> {
                digest.update(file.name().getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
                digest.update(file.bytes());
            });
            return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), VERSION_BYTES));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /** Read at the first page, not at the start of a server. */
    private static final class Shipped {
        private static final WebFiles FILES = read();
    }
}
