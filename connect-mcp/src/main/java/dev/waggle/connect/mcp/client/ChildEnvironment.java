package dev.waggle.connect.mcp.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Environment of a child process: the variables that programs need to run at all, and those configured for it. The
 * host's environment may hold keys of models and of other tools, so the rest is not passed on.
 */
final class ChildEnvironment {

    /** Variables for programs, homes, temporary files, language and time zone. */
    private static final List<String> UNIX = List.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE",
            "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
            "XDG_RUNTIME_DIR");

    /** The same elsewhere; names there know no case. */
    private static final List<String> WINDOWS = List.of("APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA",
            "NUMBER_OF_PROCESSORS", "OS", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMDATA", "PROGRAMFILES",
            "PROGRAMFILES(X86)", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE", "WINDIR");

    private ChildEnvironment() {}

    /** Returns the inherited variables and the configured ones; a configured one wins. */
    static Map<String, String> of(Map<String, String> ours, Map<String, String> written) {
        Map<String, String> env = new LinkedHashMap<>();
        ours.forEach((name, value) -> {
            if (UNIX.contains(name) || WINDOWS.contains(name.toUpperCase(Locale.ROOT))) {
                env.put(name, value);
            }
        });
        env.putAll(written);
        return env;
    }
}
