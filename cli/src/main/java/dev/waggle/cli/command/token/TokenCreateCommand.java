package dev.waggle.cli.command.token;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.option.TimeSpan;
import dev.waggle.cli.option.TokenFileOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerLimits;
import dev.waggle.server.access.TokenFile;
import dev.waggle.server.access.TokenGrant;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle token create}: a new token, whose secret is printed once. */
@Command(name = "create", addMethodSubcommands = false, sortOptions = false, //
        description = {"Creates a token and prints its secret, which is shown only this once.", //
            "Scopes: read (everything in the folder), solve (starting and steering solves, which may cost money),"
                    + " signals (generating signals, subscriptions, inboxes), seat (answers for a person), admin (all)."}, //
        footer = {"", "Examples:", //
            "  waggle token create ci --scope read,solve --budget-usd 5 --expires 30d", //
            "  waggle token create ada --scope read,signals --agent ada"})
public final class TokenCreateCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(index = "0", paramLabel = "NAME", description = "a name for lists and the audit log")
    private String name = "";

    @Option(names = "--scope", paramLabel = "LIST", split = ",", required = true, //
            description = "the rights, with commas: read, solve, signals, seat, admin")
    private List<String> scopes = new ArrayList<>();

    @Option(names = "--agent", paramLabel = "ID", description = "the agent as which alone it speaks")
    private @Nullable String agent;

    @Option(names = "--tenant", paramLabel = "NAME", description = "the tenant that alone it reaches")
    private @Nullable String tenant;

    @Option(names = "--expires", paramLabel = "SPAN",
            description = "the time until it ends: 30m, 12h, 90d or 8w (default: never)")
    private @Nullable String expires;

    @Option(names = "--budget-usd", paramLabel = "USD", description = "maximum cost of its solves per UTC day")
    private @Nullable Double budgetUsd;

    @Option(names = "--budget-tokens", paramLabel = "N",
            description = "maximum number of tokens of models that its solves use per UTC day")
    private @Nullable Long budgetTokens;

    @Option(names = "--rate", paramLabel = "N", defaultValue = "" + CallerLimits.DEFAULT_RATE,
            description = "requests a second (default: ${DEFAULT-VALUE})")
    private double rate;

    @Option(names = "--burst", paramLabel = "N", defaultValue = "" + CallerLimits.DEFAULT_BURST,
            description = "requests at once after a pause (default: ${DEFAULT-VALUE})")
    private int burst;

    @Option(names = "--solves", paramLabel = "N", defaultValue = "" + CallerLimits.DEFAULT_SOLVES,
            description = "solves at once (default: ${DEFAULT-VALUE})")
    private int solves;

    @Option(names = "--streams", paramLabel = "N", defaultValue = "" + CallerLimits.DEFAULT_STREAMS,
            description = "streams of events at once (default: ${DEFAULT-VALUE})")
    private int streams;

    @Mixin
    private TokenFileOption file = new TokenFileOption();

    @Mixin
    private DataOption data = new DataOption();

    public TokenCreateCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        Instant expiry = expires == null ? null : World.system().now().plus(TimeSpan.of("--expires", expires));
        TokenFile.NewToken made = UserException.checked(() -> file.file(data).create(
                new TokenGrant(name, scopes(), agent, tenant, expiry, new CallerLimits(budgetUsd, budgetTokens, rate,
                        burst, solves, streams))));
        screen.out().println(made.secret());
        screen.err().println("waggle: this is the only time that the secret is shown; clients send the header"
                + " Authorization: Bearer SECRET");
        screen.err().flush();
        return 0;
    }

    private Set<AccessScope> scopes() {
        Set<AccessScope> all = EnumSet.noneOf(AccessScope.class);
        scopes.forEach(word -> all.add(AccessScope.of(word.strip())));
        return all;
    }
}
