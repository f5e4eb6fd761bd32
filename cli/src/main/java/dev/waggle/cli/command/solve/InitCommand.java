package dev.waggle.cli.command.solve;

import java.util.List;
import java.util.Optional;

import dev.waggle.cli.input.OptionWords;
import dev.waggle.cli.output.CommandOutput;
import dev.waggle.cli.output.ForceOption;
import dev.waggle.cli.output.OutputPlace;
import dev.waggle.cli.setup.StarterFile;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.userfile.AtomicFile.FileAccess;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.swarm.template.Templates;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle init}: a configuration to begin with. */
@Command(name = "init", addMethodSubcommands = false, //
        description = "Writes a swarm.yaml with every setting, its default and its meaning.", //
        footer = {"", "Examples:", //
            "  waggle init", //
            "  waggle init --template decision decision.yaml"})
public final class InitCommand implements Runnable {

    private final TerminalScreen screen;

    @Parameters(arity = "0..1", paramLabel = "FILE", defaultValue = "swarm.yaml",
            description = "the file to write (default: ${DEFAULT-VALUE}); - is the standard output")
    private String file = "swarm.yaml";

    @Mixin
    private ForceOption force = new ForceOption();

    @Option(names = "--template", paramLabel = "TEMPLATE", completionCandidates = OptionWords.TemplateNames.class,
            description = "with the roles and rules of research, decision, code-review or debug")
    private @Nullable String template;

    public InitCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        String text = StarterFile.of(setup(), Optional.ofNullable(template));
        OutputPlace place = force.place(file, List.of());
        try (CommandOutput whole = place.open(screen, FileAccess.USUAL)) {
            whole.writer().print(text);
            whole.commit();
        }
        if (!place.isScreen()) {
            screen.out().println("wrote " + file);
            screen.out().println("try: waggle solve \"...\" --config " + file + " --model NAME");
        }
    }

    private SwarmSetup setup() {
        return UserException
                .checked(() -> template == null ? SwarmSetup.defaults() : SwarmSetup.of(Templates.named(template)));
    }
}
