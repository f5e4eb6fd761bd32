package dev.waggle.cli.terminal;

import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.runlog.LifecycleFacts;
import org.jspecify.annotations.Nullable;

/** Lines for a decision that waits: until the votes have settled, or for answers to an objection. */
final class HoldView {

    private static final SignalType SETTLING = LifecycleFacts.changed(LifecycleFacts.SETTLING);
    private static final SignalType HELD = LifecycleFacts.changed(LifecycleFacts.HELD);
    private static final String OBJECTION = "an objection awaits its first turn; the end waits for a round";

    private final ProposalLabels names;
    private @Nullable String shown;

    /** A view that shows proposals by these names. */
    HoldView(ProposalLabels names) {
        this.names = names;
    }

    /**
     * Sentence for the start of a wait. It is absent for another step of the lifecycle, and for a wait that goes on for
     * the same move.
     */
    Optional<String> started(Signal fact) {
        if (fact.type().equals(HELD)) {
            return Optional.of(OBJECTION);
        }
        if (!fact.type().equals(SETTLING) || !(fact.payload() instanceof Payload.Open open)
                || !(open.data() instanceof JsonValue.Obj(var fields))
                || !(fields.get("newValue") instanceof JsonValue.Str(String reason)) || reason.equals(shown)) {
            return Optional.empty();
        }
        shown = reason;
        return Optional.of(names.sentence(reason));
    }
}
