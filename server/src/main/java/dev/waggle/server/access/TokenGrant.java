package dev.waggle.server.access;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.json.JsonLine;
import org.jspecify.annotations.Nullable;

/**
 * Rights and limits that a token gives.
 *
 * @param name its name, for lists and the audit log
 * @param scopes its rights, at least one
 * @param agent the agent as which alone it speaks; {@code null} for any
 * @param tenant the tenant that alone it reaches; {@code null} for signals and memories without a tenant
 * @param expires the time from which it is refused; {@code null} for never
 * @param limits its limits
 */
public record TokenGrant(String name, Set<AccessScope> scopes, @Nullable String agent, @Nullable String tenant,
        @Nullable Instant expires, CallerLimits limits) {

    /** Names of callers without a token. */
    private static final List<String> RESERVED = List.of(CallerIdentity.OWNER, CallerIdentity.ANONYMOUS);

    private static final int MAX_LABEL = 256;

    public TokenGrant {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}") || RESERVED.contains(name)) {
            throw new IllegalArgumentException("a token's name must be 1 to 64 letters, digits, dots, dashes or"
                    + " underscores, and neither " + String.join(" nor ", RESERVED) + ", got " + quoted(name)
                    + "\nMaybe ci or dashboard-2.");
        }
        if (scopes.isEmpty()) {
            throw new IllegalArgumentException("a token needs at least one scope\nMaybe read.");
        }
        scopes = Set.copyOf(EnumSet.copyOf(scopes));
        requireLabel("agent", agent);
        requireLabel("tenant", tenant);
    }

    /** A token for everybody's signals, without an end and with default limits. */
    public static TokenGrant of(String name, AccessScope first, AccessScope... more) {
        return new TokenGrant(name, EnumSet.of(first, more), null, null, null, CallerLimits.defaults());
    }

    public TokenGrant withAgent(@Nullable String newAgent) {
        return new TokenGrant(name, scopes, newAgent, tenant, expires, limits);
    }

    public TokenGrant withTenant(@Nullable String newTenant) {
        return new TokenGrant(name, scopes, agent, newTenant, expires, limits);
    }

    public TokenGrant withExpiry(@Nullable Instant newExpiry) {
        return new TokenGrant(name, scopes, agent, tenant, newExpiry, limits);
    }

    public TokenGrant withLimits(CallerLimits newLimits) {
        return new TokenGrant(name, scopes, agent, tenant, expires, newLimits);
    }

    /** True from its expiry on. */
    public boolean isExpired(Instant now) {
        return expires != null && !now.isBefore(expires);
    }

    /** The caller that sends it. */
    public CallerIdentity caller() {
        return new CallerIdentity(name, scopes, agent, tenant);
    }

    private static void requireLabel(String kind, @Nullable String label) {
        if (label != null && (label.isBlank() || label.length() > MAX_LABEL
                || label.chars().anyMatch(Character::isISOControl))) {
            throw new IllegalArgumentException("the " + kind + " of a token must be 1 to " + MAX_LABEL
                    + " visible characters, got " + quoted(label));
        }
    }

    private static String quoted(String text) {
        return JsonLine.quoted(text.length() > 100 ? text.substring(0, 100) : text);
    }
}
