package dev.waggle.cli.hostile;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import dev.waggle.cli.reference.EnvironmentTable;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.journal.JsonText;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Commands in odd environments: every variable that Waggle reads, and those of the system, with hostile values. Each
 * ends with a documented exit code. Its error has one line without a secret, and no file is made that is not named.
 */
class HostileEnvironmentTest {

    private static final long SEED = Long.getLong("waggle.hostile.seed", 20_261_127L);
    private static final int CASES = 6;
    private static final int LONG_CASES = 300;

    /** Values of each variable that are tried without a process. */
    private static final int IN_PROCESS = 4;

    private static final int MAX_FAILURES = 15;

    private static final String SECRET = "sk-hidden-0123456789";

    /** Values of any variable; none names a host that would be looked up in a network. */
    private static final List<String> VALUES = List.of("", " ", "x", "0", "-1", "99999999999999999999", "1e309", "true",
            "\u001b[31mred", "line\nline", "tab\t", "\u009b2J", "\u202eevil", "ü", SECRET + "\n", SECRET + "\u0007",
            SECRET + "ü", SECRET + " " + SECRET, "x".repeat(100_000), "http://", "http://[",
            "http://127.0.0.1:99999/v1",
            "http://ada:" + SECRET + "@127.0.0.1:1/v1?key=" + SECRET, "127.0.0.1:1", "file:///nowhere",
            "https://127.0.0.1:1/\u0001", "jndi:ldap://127.0.0.1:1/x", "${HOME}", "$(id)", "%s%n", "/proc/nowhere/x",
            "FOLDER",
            "FILE", "LOCKED", "-", "--json", "@x", "*", "../..");

    /** Values of variables of the system, and of Java. */
    private static final Map<String, List<String>> SYSTEM = Map.of(
            "HOME", List.of("", " ", "FILE", "FOLDER", "LOCKED", "/proc/nowhere/x", "relative", "ü"),
            "LANG", List.of("", "C", "POSIX", "xx_XX", "en_US.ISO-8859-1", "tr_TR.UTF-8", "../../x", "\u001b"),
            "LC_ALL", List.of("", "C", "POSIX", "C.UTF-8", "xx_XX.UTF-16", "ü"),
            "TMPDIR", List.of("", "/proc/nowhere/x", "FILE", "LOCKED"),
            "TZ", List.of("", "junk", "../../x", ":FILE", "XXX-99"),
            "PATH", List.of("", "/proc/nowhere/x"),
            "JAVA_TOOL_OPTIONS", List.of("", "-Dx=y", "-Duser.language=tr -Duser.country=TR",
                    "-Duser.language=ar -Duser.country=EG -Duser.variant=x", "-Duser.language=th -Duser.country=TH",
                    "-Djava.io.tmpdir=/proc/nowhere/x", "-Dstdout.encoding=US-ASCII", "-Dstdout.encoding=junk",
                    "-Dfile.encoding=UTF-16", "-Duser.home=/proc/nowhere/x", "-Duser.dir=/proc/nowhere/x",
                    "-Djava.awt.headless=false"));

    private static final List<List<String>> COMMANDS = List.of(List.of("decide", "votes.csv", "--json"),
            List.of("decide", "votes.csv"), List.of("models", "--json"), List.of("models"),
            List.of("signals", "generate", "a:b"), List.of("signals", "list", "--json"),
            List.of("solve", "Which?", "--model", "lab:m", "--models-file", "models.json", "--web", "--json"),
            List.of("demo", "--json"), List.of("demo"), List.of("mcp"), List.of("mcp", "--http", "PORT"),
            List.of("explain"), List.of("help", "solve"), List.of("nonsense"), List.of("recordings", "list"));

    /** Lines that Java prints about its options. */
    private static final List<String> BANNERS = List.of("Picked up JAVA_TOOL_OPTIONS");

    @TempDir
    private Path folder;

    private record Attack(String variable, String value, List<String> command) {

        @Override
        public String toString() {
            return variable + '=' + HostileProcess.shown(value) + " waggle " + String.join(" ", command);
        }
    }

    @Test
    void someEnvironmentsAreSurvived() throws Exception {
        survive(CASES, SEED);
    }

    @Test
    @Tag("long")
    void manyEnvironmentsAreSurvived() throws Exception {
        survive(LONG_CASES, SEED + 1);
    }

    /** Without a process for each. */
    @Test
    void theCatalogReadsOrNamesEveryVariable() throws IOException {
        Map<String, String> places = places(folder);
        Random random = new Random(SEED);
        for (String variable : EnvironmentTable.names()) {
            List<String> values = new ArrayList<>(VALUES);
            Collections.shuffle(values, random);
            for (String value : values.subList(0, IN_PROCESS)) {
                Map<String, String> environment = Map.of(variable, places.getOrDefault(value, value));
                String as = variable + '=' + HostileProcess.shown(value);
                try (ModelCatalog catalog = UserException.checked(() -> ModelCatalog.of(environment))) {
                    assertThat(isSecret(variable, value) && catalog.providers().toString().contains(SECRET)).as(as)
                            .isFalse();
                    catalog.providers().stream().map(status -> status.provider().name() + ":m")
                            .forEach(catalog::harness);
                } catch (UserException refused) {
                    String said = refused.getMessage() + " - " + refused.remedy();
                    assertThat(said).as(as).contains(variable).doesNotContain("\n");
                    assertThat(refused.remedy()).as(as).isNotBlank();
                    assertThat(isSecret(variable, value) && said.contains(SECRET)).as(as + ": " + said).isFalse();
                }
            }
        }
    }

    /** Each variable with each value; the commands in turn. */
    private static List<Attack> attacks(Random random) {
        List<Attack> all = new ArrayList<>();
        SYSTEM.forEach((variable, values) -> values.forEach(value -> all.add(attack(variable, value, random))));
        EnvironmentTable.names().forEach(variable -> VALUES.forEach(value -> all.add(attack(variable, value, random))));
        return all;
    }

    private static Attack attack(String variable, String value, Random random) {
        List<List<String>> fitting = switch (variable) {
            case "WAGGLE_MCP_TOKEN" -> List.of(List.of("mcp", "--http", "PORT"));
            case "WAGGLE_MODELS" -> List.of(List.of("models", "--json"), List.of("models"));
            case "WAGGLE_DATA" -> List.of(List.of("signals", "generate", "a:b"), List.of("signals", "list", "--json"),
                    List.of("explain"), List.of("recordings", "list"));
            case "BRAVE_API_KEY", "WAGGLE_SEARXNG_URL" -> List.of(COMMANDS.get(6));
            default -> COMMANDS;
        };
        return new Attack(variable, value, fitting.get(random.nextInt(fitting.size())));
    }

    private void survive(int cases, long seed) throws Exception {
        Random random = new Random(seed);
        List<Attack> all = attacks(random);
        Collections.shuffle(all, random);
        List<Attack> attacks = all.subList(0, cases);
        List<String> failures = new ArrayList<>();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (int number = 0; number < attacks.size() && failures.size() < MAX_FAILURES; number++) {
                Path here = Files.createDirectories(folder.resolve("run" + number));
                List<String> faults = faults(attacks.get(number), here, taken.getLocalPort());
                if (!faults.isEmpty()) {
                    failures.add(attacks.get(number) + "\n  " + String.join("\n  ", faults));
                }
            }
        }
        if (!failures.isEmpty()) {
            fail(failures.size() + " environments, seed " + seed + ":\n" + String.join("\n", failures));
        }
    }

    private static List<String> faults(Attack attack, Path here, int taken) throws Exception {
        Map<String, String> places = places(here);
        String value = places.getOrDefault(attack.value(), attack.value());
        List<String> command = attack.command().stream()
                .map(word -> word.equals("PORT") ? Integer.toString(taken) : word).toList();
        Set<String> before = names(here);
        List<String> without = new ArrayList<>(EnvironmentTable.names());
        without.addAll(List.of("JAVA_TOOL_OPTIONS", "LC_ALL"));
        List<String> java = new ArrayList<>(HostileProcess.java(command));
        try (HostileProcess process = HostileProcess.start(here, new HashMap<>(Map.of(attack.variable(), value)),
                without, java)) {
            process.process().getOutputStream().close();
            int code = process.code();
            List<String> faults = new ArrayList<>(process.faults(BANNERS));
            String out = process.out();
            String err = process.err();
            if (code < 0 || code > 2) {
                faults.add("exit code " + code);
            }
            if (isSecret(attack.variable(), value) && (out + err).contains(SECRET)) {
                faults.add("a secret is shown: " + HostileProcess.shown(out + err));
            }
            boolean isJson = command.contains("--json");
            if (code == 2 && !isJson && err.lines().noneMatch(line -> line.startsWith("waggle: "))) {
                faults.add("no error is shown: " + HostileProcess.shown(err));
            }
            if (isJson && !isJson(out)) {
                faults.add("not JSON: " + HostileProcess.shown(out + err));
            }
            names(here).stream().filter(name -> !before.contains(name) && !isNamed(name, here, value))
                    .forEach(name -> faults.add("made " + name));
            return faults;
        } finally {
            Files.setPosixFilePermissions(here.resolve("locked"), PosixFilePermissions.fromString("rwx------"));
        }
    }

    /** Keys, tokens and the logins of addresses are secrets; a host or a path is none, whatever it says. */
    private static boolean isSecret(String variable, String value) {
        return variable.endsWith("KEY") || variable.endsWith("TOKEN") || value.contains("://ada:");
    }

    private static boolean isJson(String text) {
        try {
            JsonText.read(text);
            return true;
        } catch (IllegalArgumentException bad) {
            return false;
        }
    }

    /** The streams of the process, the usual data folder, and the place that the variable names. */
    private static boolean isNamed(String name, Path here, String value) {
        return List.of("stdout", "stderr", ".waggle").contains(name)
                || (!value.isBlank() && here.resolve(value).normalize().startsWith(here.resolve(name)));
    }

    private static Set<String> names(Path here) throws IOException {
        try (Stream<Path> files = Files.list(here)) {
            return new TreeSet<>(files.map(file -> String.valueOf(file.getFileName())).toList());
        }
    }

    /** Files that the words of the values stand for. */
    private static Map<String, String> places(Path here) throws IOException {
        Files.writeString(here.resolve("votes.csv"), "item,agent,answer\n1,a,X\n1,b,X\n");
        Path key = Files.writeString(here.resolve("key"), "sk-lab-0123456789");
        Files.writeString(here.resolve("models.json"), "{\"providers\": {\"lab\": {\"kind\": \"openai\","
                + " \"baseUrl\": \"http://127.0.0.1:1/v1\", \"keyFile\": \"" + key + "\"}}}");
        Path file = Files.writeString(here.resolve("file"), "text\u001b\n");
        Path empty = Files.createDirectory(here.resolve("empty"));
        Path locked = Files.createDirectory(here.resolve("locked"), PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("---------")));
        return Map.of("FOLDER", empty.toString(), "FILE", file.toString(), "LOCKED", locked.toString(),
                ":FILE", ":" + file);
    }
}
