package dev.waggle.server;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.waggle.connect.mcp.admission.RequestAdmission;
import dev.waggle.server.access.AccessGate;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.access.RequestHead;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Admission of clients of the Model Context Protocol by the tokens of the server. Its tools read runs, start solves,
 * generate signals and answer for people, so a token needs these four rights.
 *
 * @param gate the gate of the server
 */
public record McpAdmission(AccessGate gate) implements RequestAdmission {

    private static final String OPERATION = "callTool";

    /** Status of a call, whose outcome follows in the stream of its answer. */
    private static final int STARTED = 200;

    private static final List<AccessScope> RIGHTS = List.of(AccessScope.READ, AccessScope.SOLVE, AccessScope.SIGNALS,
            AccessScope.SEAT);

    @Override
    public Decision decide(HttpServletRequest request) {
        Map<String, List<String>> headers = new HashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name.toLowerCase(Locale.ROOT), Collections.list(request.getHeaders(name)));
        }
        RequestHead head = new RequestHead(request.getMethod(), request.getRequestURI(), OPERATION, false,
                request.getRemoteAddr(), headers);
        try {
            AccessGate.Admission admission = gate.admit(head,
                    request.getMethod().equals("OPTIONS") ? null : AccessScope.SOLVE);
            admission.end().run();
            return request.getMethod().equals("OPTIONS") ? Admitted.nameless() : decide(admission);
        } catch (AccessGate.AccessRefusedException refused) {
            return new Refusal(refused.status(), String.valueOf(refused.getMessage()));
        }
    }

    private static Decision decide(AccessGate.Admission admission) {
        CallerIdentity caller = admission.caller();
        if (caller.tenant() != null || caller.agent() != null) {
            return new Refusal(403, "the token " + caller.name() + " is limited to a tenant or an agent,"
                    + " and the tools are not\nMaybe use /v1, or a token without that limit.");
        }
        return RIGHTS.stream().filter(right -> !caller.has(right)).findFirst().<Decision>map(right -> new Refusal(403,
                "the token " + caller.name() + " lacks the right " + right.wireName()
                        + "\nMaybe create one: waggle token create NAME --scope read,solve,signals,seat."))
                .orElseGet(() -> new Admitted(caller.name(), () -> admission.audit().answered(STARTED, null)));
    }
}
