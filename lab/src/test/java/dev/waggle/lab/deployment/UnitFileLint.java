package dev.waggle.lab.deployment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks of a systemd unit, by the manual pages of systemd for units, services, execution and signals. */
final class UnitFileLint {

    private static final Pattern LINE = Pattern.compile("([A-Za-z]+)=(.*)");
    private static final Pattern ANY = Pattern.compile(".+");
    private static final Pattern FLAG = Pattern.compile("yes|no|true|false");
    private static final Pattern TIME = Pattern.compile("\\d+(ms|s|min|h)?( \\d+(ms|s|min|h))*|infinity");
    private static final Pattern STATUS = Pattern.compile("\\d{1,3}( \\d{1,3})*");
    private static final Pattern MODE = Pattern.compile("0[0-7]{3}");
    private static final Pattern UNITS = Pattern.compile("[a-z0-9@-]+\\.(target|service|socket)( .*)?");

    /** Keys in use here, by section, with their values. */
    private static final Map<String, Map<String, Pattern>> KEYS = Map.of(
            "Unit", Map.of("Description", ANY, "Documentation", ANY, "After", UNITS, "Wants", UNITS, "Requires", UNITS),
            "Service", Map.ofEntries(Map.entry("Type", Pattern.compile("simple|exec|notify|oneshot|forking")),
                    Map.entry("User", Pattern.compile("[a-z_][a-z0-9_-]*")),
                    Map.entry("Environment", ANY),
                    Map.entry("EnvironmentFile", Pattern.compile("-?/\\S+")),
                    Map.entry("ExecStart", Pattern.compile("/\\S+( .+)?")),
                    Map.entry("StateDirectory", Pattern.compile("[^/ ][^ ]*")),
                    Map.entry("StateDirectoryMode", MODE),
                    Map.entry("UMask", MODE),
                    Map.entry("KillSignal", Pattern.compile("SIG(TERM|INT|HUP|QUIT)")),
                    Map.entry("SuccessExitStatus", STATUS),
                    Map.entry("RestartPreventExitStatus", STATUS),
                    Map.entry("TimeoutStopSec", TIME),
                    Map.entry("RestartSec", TIME),
                    Map.entry("Restart", Pattern.compile("no|always|on-(success|failure|abnormal|abort|watchdog)")),
                    Map.entry("NoNewPrivileges", FLAG),
                    Map.entry("PrivateTmp", FLAG),
                    Map.entry("ProtectSystem", Pattern.compile("yes|no|true|false|full|strict")),
                    Map.entry("ProtectHome", Pattern.compile("yes|no|true|false|read-only|tmpfs"))),
            "Install", Map.of("WantedBy", UNITS, "RequiredBy", UNITS));

    private final LintReport report = new LintReport("waggle.service");
    private final Map<String, String> values = new HashMap<>();
    private String section = "";

    private UnitFileLint() {}

    /** The problems of a text; the launcher is in the folder of the checkout. */
    static List<String> problems(String text, Path checkout) {
        UnitFileLint lint = new UnitFileLint();
        text.lines().forEach(lint::read);
        lint.report.refuseSecrets(text);
        lint.check(checkout);
        return lint.report.problems();
    }

    private void read(String line) {
        if (line.isBlank() || line.startsWith("#") || line.startsWith(";")) {
            return;
        }
        if (line.startsWith("[")) {
            section = line.replaceAll("[\\[\\]]", "");
            report.require(line.equals('[' + section + ']') && KEYS.containsKey(section), "no section " + line);
            return;
        }
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            report.add("it is no assignment: " + line);
            return;
        }
        Pattern form = KEYS.getOrDefault(section, Map.of()).get(parts.group(1));
        if (form == null) {
            report.add("there is no key " + parts.group(1) + " in the section " + section);
            return;
        }
        report.require(form.matcher(parts.group(2)).matches(), "a bad value: " + line);
        report.require(values.put(parts.group(1), parts.group(2)) == null, "the key is there twice: " + parts.group(1));
        report.require(!parts.group(1).equals("Environment") || !LintReport.isSecret(parts.group(2)),
                "every user can read the secret in " + parts.group(1));
    }

    private void check(Path checkout) {
        for (String key : List.of("ExecStart", "User", "StateDirectory", "WantedBy")) {
            report.require(values.containsKey(key), key + " is missing");
        }
        report.require(!value("User").equals("root"), "it runs as root");
        // The default of the JVM at SIGTERM, which is no failure.
        report.require(List.of(value("SuccessExitStatus").split(" ", -1)).contains("143")
                && value("KillSignal").equals("SIGTERM"), "an ordinary stop would count as a failure");
        List<String> command = List.of(value("ExecStart").split("\\s+"));
        Path program = Path.of(command.getFirst());
        report.require(Files.isExecutable(checkout.resolve(program.getFileName() == null ? "-"
                : program.getFileName().toString())), "there is no program " + program + " in a checkout");
        report.read(() -> ServeArguments.of(command.subList(1, command.size()))).ifPresent(serve -> report.require(
                serve.data().filter(Path.of("/var/lib", value("StateDirectory"))::equals).isPresent(),
                "the data folder is not the StateDirectory, so it cannot be written"));
    }

    private String value(String key) {
        return values.getOrDefault(key, "");
    }
}
