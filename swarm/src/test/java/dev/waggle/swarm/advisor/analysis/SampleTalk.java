package dev.waggle.swarm.advisor.analysis;

import java.time.Instant;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import org.jspecify.annotations.Nullable;

/** Signals of agents for tests of advice, with consecutive ids. */
final class SampleTalk {

    private int number;

    /** Signal of an agent, in reply to that signal or to none. */
    Signal says(String agent, Payload payload, @Nullable String replyTo) {
        number++;
        return said(Source.agent(agent), payload, "s" + number, replyTo);
    }

    Signal says(String agent, Payload payload) {
        return says(agent, payload, null);
    }

    Signal proposes(String agent, String proposal) {
        return says(agent, new Payload.Proposal(proposal, "do " + proposal, ""));
    }

    Signal agrees(String agent, String proposal) {
        return votes(agent, proposal, Stance.AGREE);
    }

    Signal votes(String agent, String proposal, Stance stance) {
        return says(agent, new Payload.Vote(proposal, stance, null, 1));
    }

    Signal challenges(String agent, String signal) {
        return says(agent, new Payload.Challenge(signal, "no", null), signal);
    }

    Signal doubts(String agent, String signal) {
        return says(agent, new Payload.Doubt(signal, "hm", Severity.LOW), signal);
    }

    Signal finds(String agent, String finding, @Nullable String replyTo) {
        return says(agent, new Payload.Discovery(finding, null, 0.5), replyTo);
    }

    static Signal said(Source source, Payload payload, String id, @Nullable String replyTo) {
        Draft draft = Draft.of(payload, 0.8).withId(id);
        return Signal.of(replyTo == null ? draft : draft.inReplyTo(replyTo),
                new Stamp(id, source, Instant.EPOCH, Scope.ofRun("run", 1)));
    }
}
