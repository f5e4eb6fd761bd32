package dev.waggle.testing;

import org.assertj.core.api.AbstractAssert;

/** Assertions on a scripted model after its use. */
public final class ScriptedModelAssert extends AbstractAssert<ScriptedModelAssert, ScriptedModel> {

    ScriptedModelAssert(ScriptedModel actual) {
        super(actual, ScriptedModelAssert.class);
    }

    /** Passes when the script had a reply for every request, and a provider would have refused none. */
    public ScriptedModelAssert hasAnsweredEveryRequest() {
        isNotNull();
        if (!actual.faults().isEmpty()) {
            failWithMessage("expected a reply for every request to %s, but%n%s", actual,
                    String.join(System.lineSeparator(), actual.faults()));
        }
        return this;
    }

    /** Passes when every reply of the script was given at least once. */
    public ScriptedModelAssert hasGivenEveryReply() {
        isNotNull();
        if (!actual.unused().isEmpty()) {
            failWithMessage("expected %s to give every reply, but nothing asked for %s%nafter %d requests: %s", actual,
                    actual.unused(), actual.requests().size(), actual.requests().stream()
                            .map(it -> "turn " + it.turn() + " of " + it.agent()).toList());
        }
        return this;
    }
}
