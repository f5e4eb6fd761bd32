package dev.waggle.connect.mcp.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a child process finds in its environment: the variables that programs need to run at all, and those written down
 * for it. Ours may hold keys of models and of other tools, which are nobody else's business.
 */
final class ChildEnvironment {

    /** Where programs, homes and temporary files are, and which language and time zone they speak. */
    private static final List<String> UNIX = List.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE",
            "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
            "XDG_RUNTIME_DIR");

    /** The same elsewhere; names there know no case. */
    private static final List<String> WINDOWS = List.of("APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA",
            "NUMBER_OF_PROCESSORS", "OS", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMDATA", "PROGRAMFILES",
            "PROGRAMFILES(X86)", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE", "WINDIR");

    private ChildEnvironment() {}

    /** What is passed on of ours, then what is written down, which wins. */
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
