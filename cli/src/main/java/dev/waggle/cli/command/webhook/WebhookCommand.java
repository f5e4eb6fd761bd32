package dev.waggle.cli.command.webhook;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.server.api.signal.WebhookSecretFile;
import dev.waggle.signal.world.World;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code waggle webhook}: the systems that may send signals to a server, and their secrets. */
@Command(name = "webhook", addMethodSubcommands = false, //
        description = {"Creates, lists, renews and deletes the webhooks of a data folder.", //
            "A webhook lets another system send signals to the server without a token: it signs each request with a"
                    + " secret. A running server notices a change at once."}, //
        synopsisSubcommandLabel = "(create | list | renew | delete)", //
        footer = {"", "Examples:", //
            "  waggle webhook create github", //
            "  waggle webhook list", //
            "  waggle webhook renew github"})
public final class WebhookCommand implements Runnable {

    private final TerminalScreen screen;

    @Spec
    private CommandSpec spec;

    public WebhookCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        spec.commandLine().usage(screen.out());
    }

    /** The webhooks of that data folder. */
    static WebhookSecretFile file(DataOption data) {
        return UserException.checked(
                () -> WebhookSecretFile.open(data.folder().resolve(WebhookSecretFile.PLACE), World.system()));
    }

    /** Prints a new secret, and the one place where its use is told. */
    static void print(TerminalScreen screen, String id, String secret) {
        screen.out().println(secret);
        screen.err().println("waggle: senders sign requests to /v1/webhooks/" + id
                + " with it; this is the only time that it is shown");
        screen.err().flush();
    }
}
