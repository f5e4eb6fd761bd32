package dev.waggle.cli.command.token;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.option.TokenFileOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextTable.Cell;
import dev.waggle.cli.terminal.TextTable.Column;
import dev.waggle.cli.terminal.TextTable.Side;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.AccessToken;
import dev.waggle.server.access.CallerLimits;
import dev.waggle.server.access.TokenGrant;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waggle token list}: the tokens that are not revoked, without their secrets. */
@Command(name = "list", addMethodSubcommands = false, //
        description = "Lists the tokens that are not revoked, the oldest first. Secrets are not stored.")
public final class TokenListCommand implements Callable<Integer> {

    private static final int WIDTH = 32;

    private final TerminalScreen screen;

    @Option(names = "--json", description = "as JSON, one token a line, with all limits")
    private boolean json;

    @Mixin
    private TokenFileOption file = new TokenFileOption();

    @Mixin
    private DataOption data = new DataOption();

    public TokenListCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        List<AccessToken> tokens = UserException.checked(() -> file.file(data).read()).tokens();
        if (json) {
            tokens.forEach(token -> screen.out().println(JsonText.write(json(token))));
        } else if (tokens.isEmpty()) {
            screen.out().println("no tokens");
        } else {
            table(tokens, World.system().now());
        }
        return 0;
    }

    private void table(List<AccessToken> tokens, Instant now) {
        try (TextTable table = new TextTable(screen.out(), screen.style(), List.of(new Column("name", Side.LEFT),
                new Column("scopes", Side.LEFT), new Column("agent", Side.LEFT), new Column("tenant", Side.LEFT),
                new Column("expires", Side.LEFT), new Column("USD a day", Side.RIGHT),
                new Column("tokens a day", Side.RIGHT)))) {
            for (AccessToken token : tokens) {
                TokenGrant grant = token.grant();
                Instant end = grant.expires();
                table.row(List.of(Cell.of(grant.name()), Cell.of(String.join(",", scopes(grant))),
                        label(grant.agent()), label(grant.tenant()),
                        end == null ? Cell.of("never")
                                : new Cell(grant.isExpired(now) ? "expired" : end.toString(),
                                        grant.isExpired(now) ? Ink.RED : null),
                        number(grant.limits().usdPerDay()), number(grant.limits().tokensPerDay())));
            }
        }
    }

    private static List<String> scopes(TokenGrant grant) {
        return grant.scopes().stream().sorted(Comparator.naturalOrder()).map(AccessScope::wireName).toList();
    }

    private static Cell label(@Nullable String text) {
        return Cell.of(text == null ? "-" : TextTable.clip(text, WIDTH));
    }

    private static Cell number(@Nullable Number limit) {
        return Cell.of(limit == null ? "-" : limit.toString());
    }

    private static JsonValue json(AccessToken token) {
        TokenGrant grant = token.grant();
        CallerLimits limits = grant.limits();
        JsonObjectBuilder out = new JsonObjectBuilder().with("name", grant.name()).with("id", token.id())
                .withTexts("scopes", scopes(grant)).withPresent("agent", grant.agent())
                .withPresent("tenant", grant.tenant()).with("created", token.created().toString())
                .withPresent("expires", grant.expires() == null ? null : grant.expires().toString())
                .withPresent("usdPerDay", limits.usdPerDay());
        if (limits.tokensPerDay() != null) {
            out.with("tokensPerDay", limits.tokensPerDay().longValue());
        }
        return out.with("requestsPerSecond", limits.requestsPerSecond()).with("burst", limits.burst())
                .with("solves", limits.solves()).with("streams", limits.streams()).json();
    }
}
