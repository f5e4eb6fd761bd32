package dev.waggle.spring.property;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.waggle.cli.setup.SetupFile;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.setup.SwarmSetup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/** Every key of the reference of {@code swarm.yaml} is a property, and has the same effect. */
class PropertyEqualityTest {

    private static final Pattern SECTION = Pattern.compile("### (\\S+)");
    private static final Pattern ROW = Pattern.compile("\\| \\[?`(\\w+)`]?\\S* \\| ([^|]*) \\|.*");

    /** Values that a key may take, and differ from its default. */
    private static final List<String> SAMPLES = List.of("true", "false", "0.25", "0.55", "1.5", "2", "7", "3d", "later",
            "decision", "bayesian", "exclusive", "majority", "watching", "entropy", "entropy-converged", "adaptive",
            "none", "bold", "critical", "propose", "vote", "http://localhost:7", "ada", "some-text");

    /** Path of a key, for example {@code agents[].personality.caution}. */
    static Stream<String> keys() throws IOException {
        List<String> keys = new ArrayList<>();
        String section = "";
        for (String line : Files.readAllLines(root().resolve("docs/reference/settings.md"))) {
            if (line.startsWith("## Models file")) {
                break;
            }
            Matcher heading = SECTION.matcher(line);
            Matcher row = ROW.matcher(line);
            if (heading.matches()) {
                section = heading.group(1) + '.';
            } else if (row.matches()) {
                boolean isSection = row.group(2).endsWith("keys and values") && !row.group(2).startsWith("word");
                if (!isSection) {
                    keys.add(section + row.group(1));
                }
            }
        }
        return keys.stream();
    }

    @Test
    void thereAreKeys() throws IOException {
        assertThat(keys()).hasSizeGreaterThan(80).contains("consensus.threshold", "agents[].personality.caution",
                "advisor.topology.enabled", "selection.weights.match", "logCondenser.model");
    }

    @ParameterizedTest
    @MethodSource("keys")
    void aKeyHasTheSameEffectAsAProperty(String key) {
        int compared = 0;
        for (String sample : SAMPLES) {
            Optional<SwarmSetup> file = file(key, sample);
            if (file.isPresent()) {
                SwarmSetup properties = bound(key, sample).setup();
                assertThat(withoutPlaces(properties)).as(key + ": " + sample)
                        .isEqualTo(withoutPlaces(file.get()));
                compared++;
            }
        }
        assertThat(compared).as("samples for " + key).isPositive();
    }

    private static SwarmSetup withoutPlaces(SwarmSetup setup) {
        return new SwarmSetup(setup.team(), setup.models(), setup.rules(), setup.resources(), setup.assistants(),
                Map.of());
    }

    private static Optional<SwarmSetup> file(String key, String value) {
        StringBuilder yaml = new StringBuilder();
        int depth = 0;
        for (String part : key.split("\\.", -1)) {
            String indent = "  ".repeat(depth);
            if (part.endsWith("[]")) {
                yaml.append(indent).append(part, 0, part.length() - 2).append(":\n").append(indent).append("  -\n");
                for (Map.Entry<String, String> required : required(key).entrySet()) {
                    yaml.append(indent).append("    ").append(required.getKey()).append(": ")
                            .append(required.getValue()).append('\n');
                }
                depth += 2;
            } else {
                yaml.append(indent).append(part).append(":\n");
                depth++;
            }
        }
        String text = yaml.toString().stripTrailing() + ' ' + value + '\n' + enabling(key);
        try {
            return Optional.of(SetupFile.parse("swarm.yaml", text));
        } catch (UserException refused) {
            return Optional.empty();
        }
    }

    /** Required keys of an item of a list, without the key itself. */
    private static Map<String, String> required(String key) {
        Map<String, String> required = new LinkedHashMap<>();
        if (key.startsWith("agents[]") && !key.equals("agents[].id")) {
            required.put("id", "ada");
        }
        if (key.startsWith("seats[]")) {
            if (!key.equals("seats[].id")) {
                required.put("id", "ada");
            }
            if (!key.equals("seats[].answers")) {
                required.put("answers", "later");
            }
        }
        return required;
    }

    private static String enabling(String key) {
        return key.startsWith("metaAgent") ? "advisor: {enabled: true}\n" : "";
    }

    private static WaggleProperties bound(String key, String value) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("waggle." + kebab(key.replace("[]", "[0]")), value);
        String item = key.startsWith("agents[]") ? "waggle.agents[0]." : "waggle.seats[0].";
        required(key).forEach((name, text) -> properties.put(item + name, text));
        if (!enabling(key).isEmpty()) {
            properties.put("waggle.advisor.enabled", "true");
        }
        return new Binder(new MapConfigurationPropertySource(properties))
                .bind("waggle", Bindable.of(WaggleProperties.class)).get();
    }

    private static String kebab(String key) {
        return UnknownKeyAnalyzer.kebab(key);
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("ARCHITECTURE.md"))) {
            folder = Objects.requireNonNull(folder.getParent(), "no project around the tests");
        }
        return folder;
    }
}
