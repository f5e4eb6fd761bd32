package dev.waggle.server.access;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Authenticated sender of a request.
 *
 * @param name the name of its token, for the audit log; no secret
 * @param scopes its rights
 * @param agent the agent as which alone it may speak; {@code null} for any
 * @param tenant the tenant whose signals and memories alone it reaches; {@code null} for those without a tenant
 */
public record CallerIdentity(String name, Set<AccessScope> scopes, @Nullable String agent, @Nullable String tenant) {

    /** Name of the owner of the folder. */
    public static final String OWNER = "owner";

    /** Name of a caller that has not authenticated itself. */
    public static final String ANONYMOUS = "anonymous";

    public CallerIdentity {
        Objects.requireNonNull(name, "name");
        scopes = Set.copyOf(scopes);
    }

    /** The owner of the folder, with all rights. */
    public static CallerIdentity owner() {
        return new CallerIdentity(OWNER, EnumSet.allOf(AccessScope.class), null, null);
    }

    /** A caller without any right. */
    public static CallerIdentity anonymous() {
        return new CallerIdentity(ANONYMOUS, Set.of(), null, null);
    }

    /** True if it has that right. */
    public boolean has(AccessScope scope) {
        return scopes.contains(scope) || scopes.contains(AccessScope.ADMIN);
    }
}
