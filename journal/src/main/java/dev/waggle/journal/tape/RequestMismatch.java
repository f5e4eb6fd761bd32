package dev.waggle.journal.tape;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.text.VisibleText;

/** Describes the point where a run differs from its recording, with the caller and the difference. */
final class RequestMismatch {

    /** Maximum number of names that a message lists. */
    private static final int MAX_NAMES = 20;

    private static final String REMEDY = "\nMaybe a prompt, a tool or an option has changed since: record again, or"
            + " ask the model where the recording has no answer.";

    private RequestMismatch() {}

    /** Failure of a request that nothing on the tape answers. */
    static HarnessFailure of(TapePosition playhead, Emission by, TapePosition.Request request) {
        return HarnessFailure.of(HarnessFailure.Kind.DEPARTED, "the replay departs from its recording at " + call(by)
                + ": " + reason(playhead, by, request) + REMEDY);
    }

    /** Description of the call in words. */
    static String call(Emission by) {
        return "turn " + by.invocation() + " of agent \"" + VisibleText.of(by.by()) + '"';
    }

    private static String reason(TapePosition playhead, Emission by, TapePosition.Request request) {
        CallTape tape = playhead.tape();
        List<Integer> turns = tape.turns(by.by());
        if (turns.isEmpty()) {
            return "the recording has no calls of such an agent, only of " + names(tape.agents());
        }
        List<RecordedCall> calls = tape.calls(by);
        if (calls.isEmpty()) {
            return "the recording has " + (by.invocation() > turns.getLast()
                    ? "only turns up to " + turns.getLast()
                    : "no call in that turn") + " of it";
        }
        List<RecordedCall> sameModel = calls.stream().filter(call -> call.request().model().equals(request.model()))
                .toList();
        if (sameModel.isEmpty()) {
            return "the recording asked "
                    + names(calls.stream().map(call -> call.request().model()).distinct().toList())
                    + ", now " + VisibleText.of(request.model()) + " is asked";
        }
        List<RecordedCall> same = sameModel.stream().filter(call -> request.isAskedBy(call.last().request())).toList();
        if (same.stream().anyMatch(call -> !call.isWhole())) {
            return "the recording holds the request, but breaks off before its answer";
        }
        if (!same.isEmpty()) {
            return "the same was asked " + (same.size() == 1 ? "once" : same.size() + " times")
                    + " in the recording, now once more";
        }
        Optional<RecordedCall> next = playhead.next(by);
        if (next.isEmpty()) {
            return "the recording has " + calls.size() + (calls.size() == 1 ? " call" : " calls")
                    + " in that turn, now there is one more";
        }
        int number = calls.indexOf(next.get()) + 1;
        return "in call " + number + ", "
                + RequestDifference.between(next.get().request().input(), request.input());
    }

    private static String names(List<String> names) {
        String listed = VisibleText.of(String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size()))));
        return names.size() > MAX_NAMES ? listed + " and " + (names.size() - MAX_NAMES) + " more" : listed;
    }
}
