package dev.waggle.server.api.signal;

import java.util.Objects;
import java.util.function.Predicate;

import dev.waggle.journal.file.TenantFilter;
import dev.waggle.journal.inbox.InboxService;
import dev.waggle.journal.inbox.Subscription;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.AuditLog;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.run.RunVisibility;
import dev.waggle.signal.Source;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.PatternDialect;
import dev.waggle.signal.text.QuotedValue;

/**
 * Authority of a caller over signals and agents.
 *
 * <ul>
 * <li>A token for an agent speaks as that agent and reaches only its subscriptions and inbox. Any other caller is the
 * identity of its name, so no name of a token is taken for an agent or for a part of the runtime.
 * <li>An agent belongs to the tenant of its subscriptions, because its inbox holds the signals of all of them. Callers
 * of other tenants do not learn that it exists. An administrator without a tenant reaches all agents.
 * </ul>
 */
final class CallerAuthority {

    private CallerAuthority() {}

    /** The emission of a caller. */
    static Emission of(CallerIdentity caller) {
        return Emission.of(caller.agent() == null ? new Source.Named(caller.name()) : Source.agent(caller.agent()));
    }

    /** The agent of a path, trimmed as the inboxes do. */
    static String agent(ApiCall call) {
        return PatternDialect.trimmed(call.path("agent"));
    }

    /** Filter of the entries that a caller may see by tenant. */
    static TenantFilter tenant(CallerIdentity caller) {
        return new TenantFilter(caller.tenant());
    }

    /** True if a caller may see the entries of the audit log. */
    static boolean seesAudit(CallerIdentity caller) {
        return caller.has(AccessScope.ADMIN);
    }

    /** Condition on the entries that a caller may see of its tenant: no audit log, and no run of another tenant. */
    static Predicate<LogEntry> visible(CallerIdentity caller, RunVisibility runs) {
        boolean seesAudit = seesAudit(caller);
        return entry -> (seesAudit || !AuditLog.isAudit(entry)) && runs.isVisible(caller, entry);
    }

    /** True if an agent is the caller's own, or the caller is limited to none. */
    static boolean isOwn(CallerIdentity caller, String agent) {
        return caller.agent() == null || caller.agent().equals(agent);
    }

    /** True if a caller may use that agent: the token admits it, and no other tenant has it. */
    static boolean reaches(CallerIdentity caller, InboxService inboxes, String agent) {
        return isOwn(caller, agent) && isOfTenant(caller, inboxes, agent);
    }

    /** Refuses an agent that the caller's token does not admit. */
    static void requireOwn(CallerIdentity caller, String agent) {
        if (!isOwn(caller, agent)) {
            throw ProblemException.of(403, "this token speaks as " + QuotedValue.of(caller.agent())
                    + " only, got the agent " + QuotedValue.of(agent) + "\nMaybe use a token for that agent.");
        }
    }

    /** Refuses an agent that is not known, or that another tenant has. */
    static void requireKnown(CallerIdentity caller, InboxService inboxes, String agent) {
        requireOwn(caller, agent);
        if (!inboxes.isKnown(agent) || !isOfTenant(caller, inboxes, agent)) {
            throw unknown(agent);
        }
    }

    /** Refuses an agent that another tenant has; one that is not known passes. */
    static void requireFree(CallerIdentity caller, InboxService inboxes, String agent) {
        requireOwn(caller, agent);
        if (!isOfTenant(caller, inboxes, agent)) {
            throw unknown(agent);
        }
    }

    private static boolean isOfTenant(CallerIdentity caller, InboxService inboxes, String agent) {
        return (caller.tenant() == null && caller.has(AccessScope.ADMIN)) || inboxes.subscriptions(agent).stream()
                .map(Subscription::tenant).allMatch(tenant -> Objects.equals(tenant, caller.tenant()));
    }

    private static ProblemException unknown(String agent) {
        return ProblemException.of(404, "there is no agent " + QuotedValue.of(agent)
                + " here\nMaybe register it first: POST /v1/agents/{agent}.");
    }
}
