package dev.waggle.lab.deployment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.waggle.cli.Main;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/** Checks of a Dockerfile that makes the program in one stage and runs {@code waggle serve} in the last. */
final class DockerfileLint {

    /** Docker, Dockerfile reference; MAINTAINER is deprecated. */
    private static final Set<String> INSTRUCTIONS = Set.of("ADD", "ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE",
            "FROM", "HEALTHCHECK", "LABEL", "ONBUILD", "RUN", "SHELL", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR");
    private static final Pattern FROM = Pattern.compile("(\\S+)(?: AS (\\S+))?");
    private static final Pattern FLAG = Pattern.compile("--([a-z]+)=(\\S+)");

    /** The build of the launcher, and the folder that it leaves. */
    private static final Pattern LAUNCHER_OUT = Pattern.compile("(?m)^out=\\$home/(\\S+)$");
    private static final Pattern LAUNCHER_DIST = Pattern.compile("(?m)^dist=\\$out/(\\S+)$");
    private static final String LAUNCHER_BUILD = "-pl cli -am package";
    private static final String QUICK = "-Dwaggle.quick";

    private final LintReport report = new LintReport("Dockerfile");
    private final List<Instruction> all = new ArrayList<>();
    private final SequencedMap<String, List<Instruction>> stages = new LinkedHashMap<>();
    private final Path context;

    private DockerfileLint(Path context) {
        this.context = context;
    }

    /** An instruction with its arguments on one line. */
    private record Instruction(String name, String arguments) {}

    /** Reads and checks a text; the context is the folder of the checkout. */
    static DockerfileLint of(String text, Path context, String launcher) {
        DockerfileLint lint = new DockerfileLint(context);
        lint.read(text);
        lint.checkImage(text);
        lint.checkCopies(launcher);
        lint.checkProgram();
        return lint;
    }

    /** Reads and checks a text whose context is the folder of the archives. */
    static DockerfileLint ofArchive(String text, ArchiveLayout archive) {
        DockerfileLint lint = new DockerfileLint(Path.of(""));
        lint.read(text);
        lint.checkImage(text);
        lint.checkArchive(archive);
        return lint;
    }

    List<String> problems() {
        return report.problems();
    }

    /** The folder of the image that outlives a container. */
    Optional<String> volume() {
        return last("VOLUME");
    }

    /** The port that the image says it listens at. */
    Optional<String> exposed() {
        return last("EXPOSE");
    }

    private void read(String text) {
        List<String> lines = text.lines().filter(line -> !line.stripLeading().startsWith("#")).toList();
        List<Instruction> stage = new ArrayList<>();
        for (String line : String.join("\n", lines).replaceAll("\\\\\\n\\s*", " ").lines().toList()) {
            if (line.isBlank()) {
                continue;
            }
            String[] words = line.strip().split("\\s+", 2);
            String name = words[0].toUpperCase(Locale.ROOT);
            Instruction instruction = new Instruction(name, words.length == 1 ? "" : words[1]);
            report.require(INSTRUCTIONS.contains(name), "there is no instruction " + words[0]);
            report.require(!instruction.arguments.isEmpty(), name + " has no arguments");
            if (name.equals("FROM")) {
                stage = new ArrayList<>();
                Matcher from = FROM.matcher(instruction.arguments);
                stages.put(from.matches() && from.group(2) != null ? from.group(2) : "stage " + stages.size(), stage);
            }
            stage.add(instruction);
            all.add(instruction);
        }
    }

    private void checkImage(String text) {
        report.refuseSecrets(text);
        checkStages();
        checkVariables();
        checkUser();
        checkServer();
    }

    private void checkStages() {
        report.require(!all.isEmpty() && all.getFirst().name.equals("FROM"), "it does not begin with FROM");
        for (Instruction from : named(all, "FROM")) {
            Matcher parts = FROM.matcher(from.arguments);
            report.require(parts.matches(), "FROM cannot be read: " + from.arguments);
            if (parts.matches() && !stages.containsKey(parts.group(1))) {
                report.requireVersion(parts.group(1));
            }
        }
    }

    private void checkCopies(String launcher) {
        for (Instruction copy : all) {
            if (!copy.name.equals("COPY") && !copy.name.equals("ADD")) {
                continue;
            }
            Matcher flag = FLAG.matcher(copy.arguments);
            String stage = flag.find() && flag.group(1).equals("from") ? flag.group(2) : null;
            List<String> places = Stream.of(copy.arguments.split("\\s+")).filter(word -> !word.startsWith("--"))
                    .toList();
            report.require(places.size() > 1, "COPY needs a source and a destination: " + copy.arguments);
            for (String source : places.subList(0, Math.max(0, places.size() - 1))) {
                if (stage == null) {
                    report.require(Files.exists(context.resolve(source)), "COPY of a missing file: " + source);
                } else {
                    checkProduct(stage, source, launcher);
                }
            }
        }
    }

    /** A file of another stage must be what the launcher builds, by the command of the launcher. */
    private void checkProduct(String stage, String source, String launcher) {
        List<Instruction> steps = stages.getOrDefault(stage, List.of());
        report.require(!steps.isEmpty(), "COPY from a stage that does not exist: " + stage);
        Matcher out = LAUNCHER_OUT.matcher(launcher);
        Matcher dist = LAUNCHER_DIST.matcher(launcher);
        report.require(out.find() && dist.find(), "the launcher has no build folder");
        String folder = named(steps, "WORKDIR").stream().map(Instruction::arguments).findFirst().orElse("/");
        String product = folder + '/' + out.group(1) + '/' + dist.group(1);
        report.require(source.equals(product), "COPY of " + source + ", but the build leaves " + product);
        report.require(launcher.contains(LAUNCHER_BUILD) && launcher.contains(QUICK)
                && named(steps, "RUN").stream().anyMatch(run -> run.arguments.contains(QUICK)
                        && run.arguments.endsWith(LAUNCHER_BUILD)),
                "the build is not the launcher's");
    }

    private void checkVariables() {
        for (Instruction one : all) {
            if (one.name.equals("ENV") || one.name.equals("ARG")) {
                String name = one.arguments.split("[=\\s]", 2)[0];
                report.require(!LintReport.isSecret(name), "a secret would be in the image: " + name);
                report.require(!name.equals("WAGGLE_DATA") || volume().filter(one.arguments.substring(
                        name.length() + 1)::equals).isPresent(), "WAGGLE_DATA is no volume");
            }
        }
    }

    private void checkUser() {
        String user = last("USER").orElse("root");
        report.require(!Set.of("root", "0").contains(user.split(":", 2)[0]), "it runs as root");
        String made = String.join("\n", named(lastStage(), "RUN").stream().map(Instruction::arguments).toList());
        report.require(made.matches("(?s).*\\buseradd\\b[^&]* " + Pattern.quote(user) + "\\b.*"),
                "the user " + user + " is not made");
        String volume = volume().orElse("");
        report.require(volume.startsWith("/"), "there is no VOLUME with an absolute path");
        report.require(made.contains("--owner=" + user + " ") && made.endsWith(" " + volume),
                "the folder " + volume + " does not belong to " + user);
    }

    private void checkProgram() {
        List<String> entry = words("ENTRYPOINT");
        report.require(entry.size() > 1 && entry.getFirst().equals("java")
                && entry.getLast().equals(Main.class.getName()), "ENTRYPOINT does not start " + Main.class.getName());
        String libraries = named(lastStage(), "COPY").stream().map(copy -> copy.arguments.replaceAll(".*\\s", ""))
                .map(place -> place + "/lib/*").findFirst().orElse("");
        report.require(entry.contains(libraries), "ENTRYPOINT does not name the libraries " + libraries);
    }

    /** The one archive for Linux is unpacked, moved to a place without its version, copied and started. */
    private void checkArchive(ArchiveLayout archive) {
        String added = named(all, "ADD").stream().map(Instruction::arguments).findFirst().orElse("");
        report.require(archive.linuxNames().stream().allMatch(name -> matches(added.split("\\s", 2)[0], name))
                && !matches(added.split("\\s", 2)[0], archive.plainName()),
                "ADD does not take the archive of Linux alone: " + added);
        String folder = added.replaceAll(".*\\s", "");
        Matcher moved = Pattern.compile("mv (\\S+) (\\S+)( && \\S+ --version)?").matcher(named(all, "RUN").stream()
                .map(Instruction::arguments).findFirst().orElse(""));
        boolean isMoved = moved.matches() && matches(moved.group(1), folder + archive.topFolder());
        report.require(isMoved, "the folder of the archive is not moved: " + folder + archive.topFolder());
        String place = isMoved ? moved.group(2) : "";
        String copied = named(lastStage(), "COPY").stream().map(Instruction::arguments).findFirst().orElse("");
        report.require(stages.containsKey(copied.replaceAll("--from=(\\S+).*", "$1"))
                && copied.endsWith(' ' + place + ' ' + place), "COPY does not take " + place);
        report.require(words("ENTRYPOINT").equals(List.of(place + '/' + archive.launcher())),
                "ENTRYPOINT is not the launcher of the archive, " + archive.launcher());
    }

    /** True if a name is one that the pattern with asterisks stands for. */
    private static boolean matches(String pattern, String name) {
        return Pattern.matches(Pattern.quote(pattern).replace("*", "\\E[^/]*\\Q"), name);
    }

    private void checkServer() {
        report.read(() -> ServeArguments.of(words("CMD"))).ifPresent(serve -> {
            report.require(exposed().filter(String.valueOf(serve.port())::equals).isPresent(),
                    "EXPOSE is not the port of the server, " + serve.port());
            report.require(!serve.host().startsWith("127."), "no other container reaches " + serve.host());
            report.require(serve.data().isPresent() || named(lastStage(), "ENV").stream()
                    .anyMatch(variable -> variable.arguments.startsWith("WAGGLE_DATA=")), "no data folder is named");
        });
    }

    /** The words of an instruction in JSON form, in which it gets the signals of the container. */
    private List<String> words(String name) {
        String text = last(name).orElse("");
        JsonValue json = report.read(() -> JsonText.read(text)).orElse(JsonValue.ofNull());
        if (json instanceof JsonValue.Arr words && words.items().stream().allMatch(JsonValue.Str.class::isInstance)) {
            return words.items().stream().map(word -> ((JsonValue.Str) word).value()).toList();
        }
        report.add(name + " is not in JSON form: " + text);
        return List.of();
    }

    private Optional<String> last(String name) {
        return named(lastStage(), name).stream().map(Instruction::arguments).reduce((_, later) -> later);
    }

    private List<Instruction> lastStage() {
        return stages.isEmpty() ? List.of() : Objects.requireNonNull(stages.lastEntry()).getValue();
    }

    private static List<Instruction> named(List<Instruction> instructions, String name) {
        return instructions.stream().filter(one -> one.name.equals(name)).toList();
    }
}
