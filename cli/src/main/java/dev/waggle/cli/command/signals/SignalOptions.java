package dev.waggle.cli.command.signals;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.option.TimeSpan;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.delayed.SignalDelay;
import dev.waggle.journal.signals.SignalRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags for the time, the time to live and the tenant of a signal. */
final class SignalOptions {

    @Option(names = "--at", paramLabel = "TIME", //
            description = "publish it at that time or later, by a process that has the folder open then:"
                    + " 2026-12-01T09:00:00Z (default: now)")
    private @Nullable String at;

    @Option(names = "--after", paramLabel = "SPAN", //
            description = "the same for a time from now: 30s, 15m, 12h, 90d or 8w")
    private @Nullable String after;

    @Option(names = "--repeat-key", paramLabel = "KEY", //
            description = "replace the delayed signal of that type and key (default: replace none)")
    private @Nullable String repeatKey;

    @Option(names = "--ttl", paramLabel = "SPAN", //
            description = "time to live, after which inboxes do not deliver it: 30s, 15m, 12h, 90d or 8w"
                    + " (default: without end)")
    private @Nullable String ttl;

    @Option(names = "--tenant", paramLabel = "NAME", //
            description = "tenant of the signal; only subscriptions of that tenant receive it (default: none)")
    private @Nullable String tenant;

    /** The request with these options. */
    SignalRequest apply(SignalRequest request, Instant now) {
        SignalRequest applied = request.withTenant(tenant).withDelay(delay(now));
        return ttl == null ? applied : applied.withTtl(TimeSpan.of("--ttl", ttl));
    }

    private @Nullable SignalDelay delay(Instant now) {
        if (at != null && after != null) {
            throw new UserException("--at and --after exclude each other", "Use one of them.");
        }
        if (at == null && after == null) {
            if (repeatKey != null) {
                throw new UserException("--repeat-key is for a delayed signal", "Add --at or --after.");
            }
            return null;
        }
        Instant time = after == null ? time(String.valueOf(at)) : now.plus(TimeSpan.of("--after", after));
        return SignalDelay.until(time).withRepeatKey(repeatKey);
    }

    private static Instant time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException bad) {
            throw new UserException("--at must be a date and time with its zone, got " + MessageText.quote(text),
                    "Use for example --at 2026-12-01T09:00:00Z, or --after 2h.");
        }
    }
}
