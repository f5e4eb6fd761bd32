package dev.waggle.lab.deployment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Checks of a Compose file by the Compose specification, as far as its keys are in use here. */
final class ComposeLint {

    private static final Set<String> TOP = Set.of("name", "services", "networks", "volumes", "configs", "secrets");
    private static final Set<String> SERVICE = Set.of("build", "command", "depends_on", "entrypoint", "env_file",
            "environment", "expose", "healthcheck", "image", "init", "networks", "ports", "read_only", "restart",
            "secrets", "stop_grace_period", "stop_signal", "user", "volumes", "working_dir");
    private static final Set<String> BUILD = Set.of("context", "dockerfile", "args", "target");
    private static final Pattern RESTART = Pattern.compile("no|always|on-failure(:\\d+)?|unless-stopped");
    private static final Pattern DURATION = Pattern.compile("(\\d+(us|ms|s|m|h))+");
    private static final Pattern PORT = Pattern.compile("(?:[\\d.]+:)?(\\d{1,5}):(\\d{1,5})");
    private static final Pattern MOUNT = Pattern.compile("([A-Za-z0-9_./-]+):(/[A-Za-z0-9_./-]*)(?::(?:ro|rw))?");

    private final LintReport report = new LintReport("compose.yaml");
    private final Set<String> usedVolumes = new HashSet<>();
    private final Path folder;
    private final JsonNode root;

    private ComposeLint(Path folder, JsonNode root) {
        this.folder = folder;
        this.root = root;
    }

    /** Reads and checks a text; paths in it are relative to that folder. */
    static ComposeLint of(String text, Path folder, DockerfileLint image) {
        YAMLMapper yaml = YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
        JsonNode root;
        try {
            root = yaml.readTree(text);
        } catch (JacksonException broken) {
            ComposeLint lint = new ComposeLint(folder, yaml.createObjectNode());
            lint.report.add("it is not YAML: " + broken.getOriginalMessage());
            return lint;
        }
        ComposeLint lint = new ComposeLint(folder, root);
        lint.report.refuseSecrets(text);
        lint.check(image);
        return lint;
    }

    List<String> problems() {
        return report.problems();
    }

    /** The server that a service runs; empty for another service. */
    Optional<ServeArguments> server(String service) {
        JsonNode command = root.path("services").path(service).path("command");
        try {
            return Optional.of(ServeArguments.of(texts(command)));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    /** True if a service can be reached by others at that port. */
    boolean isExposed(String service, int port) {
        return texts(root.path("services").path(service).path("expose")).contains(String.valueOf(port));
    }

    /** Ports of this machine that lead to the service which mounts a file. */
    Set<Integer> published(String file) {
        Set<Integer> found = new TreeSet<>();
        for (JsonNode service : root.path("services")) {
            if (texts(service.path("volumes")).stream().anyMatch(mount -> mount.startsWith("./" + file + ':'))) {
                texts(service.path("ports")).stream().map(PORT::matcher).filter(Matcher::matches)
                        .forEach(port -> found.add(Integer.valueOf(port.group(1))));
            }
        }
        return found;
    }

    private void check(DockerfileLint image) {
        refuseOthers(root, TOP, "the file");
        report.require(root.path("services").isObject() && !root.path("services").isEmpty(), "it has no services");
        for (String name : names(root.path("services"))) {
            checkService(name, root.path("services").path(name), image);
        }
        Set<String> declared = names(root.path("volumes"));
        report.require(declared.containsAll(usedVolumes), "volumes are not declared: " + usedVolumes + declared);
        report.require(usedVolumes.containsAll(declared), "volumes are not used: " + declared + usedVolumes);
    }

    private void checkService(String name, JsonNode service, DockerfileLint image) {
        refuseOthers(service, SERVICE, name);
        report.require(service.has("build") != service.has("image"), name + " needs either an image or a build");
        if (service.has("image")) {
            report.requireVersion(service.path("image").asString());
        }
        for (String list : List.of("command", "ports", "expose", "volumes", "depends_on")) {
            report.require(service.path(list).isMissingNode() || (service.path(list).isArray()
                    && service.path(list).valueStream().allMatch(JsonNode::isString)),
                    name + '.' + list + " is not a list of texts");
        }
        report.require(RESTART.matcher(service.path("restart").asString("no")).matches(), name + ".restart is unknown");
        report.require(DURATION.matcher(service.path("stop_grace_period").asString("10s")).matches(),
                name + ".stop_grace_period is no duration");
        texts(service.path("ports")).forEach(port -> report.require(isPort(port), name + " has a bad port: " + port));
        texts(service.path("depends_on")).forEach(other -> report.require(root.path("services").has(other),
                name + " depends on a service that does not exist: " + other));
        checkEnvironment(name, service.path("environment"));
        List<String> places = checkVolumes(name, texts(service.path("volumes")));
        if (service.has("build")) {
            checkBuild(name, service, places, image);
        }
    }

    private void checkBuild(String name, JsonNode service, List<String> places, DockerfileLint image) {
        JsonNode build = service.path("build");
        refuseOthers(build, BUILD, name + ".build");
        Path context = folder.resolve(build.path("context").asString("")).normalize();
        report.require(Files.isRegularFile(context.resolve("pom.xml")), name + ".build.context is no checkout");
        report.require(Files.isRegularFile(context.resolve(build.path("dockerfile").asString("Dockerfile"))),
                name + ".build.dockerfile is missing");
        report.require(image.volume().filter(places::contains).isPresent(),
                name + " loses its data: no volume at " + image.volume());
        report.read(() -> ServeArguments.of(texts(service.path("command")))).ifPresent(serve -> {
            report.require(isExposed(name, serve.port()), name + " does not expose its port " + serve.port());
            report.require(image.exposed().filter(String.valueOf(serve.port())::equals).isPresent(),
                    name + " listens at a port that its image does not expose, " + serve.port());
            report.require(!serve.host().startsWith("127."), "no other container reaches " + serve.host());
            report.require(serve.publicUrl().isPresent(), name + " does not know the address of the proxy");
        });
    }

    /** The places of volumes in a container. */
    private List<String> checkVolumes(String name, List<String> volumes) {
        List<String> places = new ArrayList<>();
        for (String volume : volumes) {
            Matcher mount = MOUNT.matcher(volume);
            if (!mount.matches()) {
                report.add(name + " has a volume that cannot be read: " + volume);
                continue;
            }
            String source = mount.group(1);
            places.add(mount.group(2));
            if (source.startsWith(".")) {
                report.require(Files.exists(folder.resolve(source)), name + " mounts a missing file: " + source);
            } else if (!source.startsWith("/")) {
                usedVolumes.add(source);
            }
        }
        return places;
    }

    /** A secret comes from the environment of the caller: by its name alone, or as a reference to a variable. */
    private void checkEnvironment(String name, JsonNode environment) {
        report.require(environment.isMissingNode() || environment.isArray() || environment.isObject(),
                name + ".environment is neither a list nor a map");
        for (String variable : texts(environment)) {
            String[] parts = variable.split("=", 2);
            checkVariable(name, parts[0], parts.length == 1 ? "" : parts[1]);
        }
        names(environment).forEach(variable -> checkVariable(name, variable,
                environment.path(variable).asString("")));
    }

    private void checkVariable(String name, String variable, String value) {
        report.require(!LintReport.isSecret(variable) || value.isEmpty() || value.startsWith("${"),
                name + " holds the secret " + variable);
    }

    private void refuseOthers(JsonNode map, Set<String> known, String owner) {
        report.require(map.isObject(), owner + " is no map");
        names(map).stream().filter(key -> !known.contains(key))
                .forEach(key -> report.add(owner + " has an unknown key: " + key));
    }

    private static boolean isPort(String text) {
        Matcher port = PORT.matcher(text);
        return port.matches() && Integer.parseInt(port.group(1)) <= 65_535 && Integer.parseInt(port.group(2)) <= 65_535;
    }

    private static Set<String> names(JsonNode map) {
        return new TreeSet<>(map.propertyNames());
    }

    private static List<String> texts(JsonNode list) {
        return list.isArray() ? list.valueStream().map(JsonNode::asString).map(Objects::requireNonNull).toList()
                : List.of();
    }
}
