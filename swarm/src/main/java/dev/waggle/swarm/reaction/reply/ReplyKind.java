package dev.waggle.swarm.reaction.reply;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.agent.AgentProfile;

/** Kind of an item in a model's reply. */
public enum ReplyKind {
    DISCOVERY(SignalType.DISCOVERY, CausalLevel.CORRELATION),
    PROPOSAL(SignalType.PROPOSAL, CausalLevel.INTERVENTION),
    DOUBT(SignalType.DOUBT, CausalLevel.COUNTERFACTUAL),
    CHALLENGE(SignalType.CHALLENGE, CausalLevel.COUNTERFACTUAL),
    VOTE(SignalType.VOTE, CausalLevel.CORRELATION),
    ESCALATE(SignalType.ESCALATE, CausalLevel.CORRELATION),
    MEMORY(SignalType.MEMORY_SHARED, CausalLevel.CORRELATION);

    private final SignalType type;
    private final CausalLevel rung;
    private final String wireName;

    ReplyKind(SignalType type, CausalLevel rung) {
        this.type = type;
        this.rung = rung;
        wireName = name().toLowerCase(Locale.ROOT);
    }

    /** Type of the resulting signal. */
    SignalType type() {
        return type;
    }

    /** Default rung on the ladder of causation, unless the model states one. */
    CausalLevel rung() {
        return rung;
    }

    /** The name in a reply, in lower case. */
    public String wireName() {
        return wireName;
    }

    /** Parses a name, without regard to case; accepts the full name of a type, too. */
    static Optional<ReplyKind> of(String word) {
        String plain = word.strip().toLowerCase(Locale.ROOT);
        return Arrays.stream(values()).filter(kind -> kind.wireName.equals(plain) || kind.type.text().equals(plain))
                .findFirst();
    }

    /** Kinds that the agent may emit. */
    public static List<ReplyKind> of(AgentProfile profile) {
        return Arrays.stream(values()).filter(kind -> profile.mayEmit(kind.type)).toList();
    }
}
