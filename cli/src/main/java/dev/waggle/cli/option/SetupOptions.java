package dev.waggle.cli.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import dev.waggle.cli.input.OptionWords;
import dev.waggle.cli.setup.SetupFile;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.swarm.template.TemplateSpec;
import dev.waggle.swarm.template.Templates;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A whole swarm from a file or a template, as flags; other flags go before it. */
public final class SetupOptions {

    @Option(names = "--config", paramLabel = "FILE",
            description = "the swarm of a swarm.yaml (waggle init writes one); other flags take precedence")
    private @Nullable Path config;

    @Option(names = "--template", paramLabel = "TEMPLATE", completionCandidates = OptionWords.TemplateNames.class,
            description = "the roles and rules of research, decision, code-review or debug; other flags take"
                    + " precedence")
    private @Nullable String template;

    /** Name of a text that is no file, in messages. */
    private String origin = "";

    /** The text of the file, once it was read. */
    private @Nullable String text;

    /** Setup that the flags ask for; a file is read and checked. */
    public Optional<SwarmSetup> setup() {
        if (config != null && template != null) {
            throw new UserException("--config and --template exclude each other",
                    "Write template: " + template + " into " + config + ".");
        }
        if (config != null && text == null) {
            text = SetupFile.text(config);
        }
        if (text != null) {
            return Optional.of(SetupFile.parse(config == null ? origin : config.toString(), text));
        }
        return UserException.checked(() -> Optional.ofNullable(template).map(Templates::named).map(SwarmSetup::of));
    }

    /** The question that the template asks about a material; empty without such a template. */
    public Optional<String> question() {
        Optional<SwarmSetup> _ = setup(); // Refuses a bad one with its place.
        Optional<String> named = text == null
                ? Optional.ofNullable(template)
                : SetupFile.template(config == null ? origin : config.toString(), text);
        return named.map(Templates::named).flatMap(Templates::questionOf);
    }

    /** The template for people alone, and refuses a file, of which the agents ask models. */
    public Optional<TemplateSpec> templateOfPeople() {
        if (config != null || text != null) {
            throw new UserException("--agents 0 asks people alone, and --config has agents with models",
                    "Use --template TEMPLATE and flags for the rules, or omit one of them.");
        }
        return UserException.checked(() -> Optional.ofNullable(template).map(Templates::named));
    }

    /** The files that are read. */
    public List<String> inputs() {
        return config == null ? List.of() : List.of(config.toString());
    }

    public boolean isAsked() {
        return config != null || text != null || template != null;
    }

    /** The text that the setup was read from; {@code null} for none. */
    public @Nullable String text() {
        return text;
    }

    /**
     * Reads that text in place of a file.
     *
     * @param name its name in messages
     */
    public void readFrom(String name, @Nullable String written) {
        origin = name;
        text = written;
    }
}
