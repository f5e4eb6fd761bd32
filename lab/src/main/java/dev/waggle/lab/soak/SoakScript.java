package dev.waggle.lab.soak;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;

/**
 * Script of the publishers. Each numbers its signals from 1, and the number alone decides the type and the lifetime.
 * So a subscriber to all or some types of a publisher knows which number must come next. The number is the step of
 * the signal's scope.
 */
final class SoakScript {

    /** Every so many signals one is a proposal: enough to keep the conflict check busy, few enough to resolve them all. */
    private static final int PROPOSAL_EVERY = 1024;

    /** Every so many signals one is brief. */
    private static final int BRIEF_EVERY = 8;

    /** Lifetime of a brief signal: about as long as a busy bus of that history retains one. */
    private static final Duration BRIEF = Duration.ofMillis(5);

    /** The types that publishers use. */
    static final Set<SignalType> TYPES = Set.of(SignalType.DISCOVERY, SignalType.DOUBT, SignalType.PROPOSAL);

    private final SoakPlan plan;
    private final List<Source> sources = new ArrayList<>();
    private final Map<String, Integer> publishers = new HashMap<>();

    SoakScript(SoakPlan plan) {
        this.plan = plan;
        for (int i = 0; i < plan.publishers(); i++) {
            Source source = Source.agent("publisher-" + i);
            sources.add(source);
            publishers.put(source.label(), i);
        }
    }

    SoakPlan plan() {
        return plan;
    }

    int publishers() {
        return sources.size();
    }

    String name(int publisher) {
        return sources.get(publisher).label();
    }

    Signal signal(int publisher, long number, Instant now) {
        String name = name(publisher);
        SignalType type = typeOf(number);
        Payload payload;
        if (type.equals(SignalType.PROPOSAL)) {
            payload = new Payload.Proposal(name + "/answer-" + number, "an answer", "");
        } else if (type.equals(SignalType.DOUBT)) {
            payload = new Payload.Doubt(name + "/1", "a concern", Payload.Severity.LOW);
        } else {
            payload = new Payload.Discovery("a finding", null, 0.5);
        }
        Stamp stamp = new Stamp(name + '/' + number, sources.get(publisher), now,
                new Scope(null, null, null, null, number));
        Draft draft = Draft.of(payload, 0.8);
        return Signal.of(isBrief(number) ? draft.withTtl(BRIEF) : draft, stamp);
    }

    /** Returns the publisher of a signal; -1 for the bus's own. */
    int publisherOf(Signal signal) {
        return publishers.getOrDefault(signal.source().label(), -1);
    }

    static long numberOf(Signal signal) {
        Long step = signal.scope().step();
        if (step == null) {
            throw new IllegalArgumentException("signal " + signal.id() + " has no number");
        }
        return step;
    }

    static SignalType typeOf(long number) {
        if (number % PROPOSAL_EVERY == 0) {
            return SignalType.PROPOSAL;
        }
        return number % 2 == 0 ? SignalType.DOUBT : SignalType.DISCOVERY;
    }

    /** True if that signal may leave history before its turn, because it is over. */
    static boolean isBrief(long number) {
        return number % BRIEF_EVERY == BRIEF_EVERY - 1;
    }

    /** True if a publisher's signal is over at that time. */
    static boolean isOver(Signal signal, Instant now) {
        return isBrief(numberOf(signal)) && now.isAfter(signal.time().plus(BRIEF));
    }

    /** The first number after that one whose type is among these. */
    static long next(long number, Set<SignalType> types) {
        long next = number + 1;
        while (!types.contains(typeOf(next))) {
            next++;
        }
        return next;
    }

    /** The last number up to that one whose type is among these and that is not brief; 0 when there is none. */
    static long lastLasting(long number, Set<SignalType> types) {
        long last = number;
        while (last > 0 && (isBrief(last) || !types.contains(typeOf(last)))) {
            last--;
        }
        return last;
    }
}
