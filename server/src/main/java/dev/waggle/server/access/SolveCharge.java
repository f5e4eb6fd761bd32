package dev.waggle.server.access;

import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;

/**
 * Audit entry on the cost of a solve: its reservation, which costs nothing yet, or a settlement.
 *
 * @param caller the name of the token that pays
 * @param run the run
 * @param usd the settled cost in US dollars
 * @param tokens the settled tokens of models
 */
public record SolveCharge(String caller, String run, double usd, long tokens) {

    /** The charge of an entry of the log; empty for any other entry. */
    public static Optional<SolveCharge> of(LogEntry entry) {
        if (!AuditLog.isAudit(entry) || !entry.signal().type().equals(AuditLog.COST)
                || !(entry.signal().payload() instanceof Payload.Open(var _, var _, var data, var _))
                || !(data instanceof JsonValue.Obj fields)) {
            return Optional.empty();
        }
        JsonObjectReader in = JsonObjectReader.root("a charge", fields);
        boolean isSettled = in.text(AuditEvent.EVENT).equals(AuditEvent.SETTLED);
        return Optional.of(new SolveCharge(in.text("caller"), in.text("run"),
                isSettled ? in.nonNegative("usd") : 0, isSettled ? in.integer("tokens") : 0));
    }
}
