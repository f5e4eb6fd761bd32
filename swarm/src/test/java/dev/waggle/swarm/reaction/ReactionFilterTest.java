package dev.waggle.swarm.reaction;

import java.util.List;
import java.util.stream.Stream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.identity.InfrastructureNames;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

class ReactionFilterTest {

    private static final AgentProfile AGENT = AgentProfile.of("agent");

    private final SampleLog log = new SampleLog();

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName("C4 C5 the shared table of the personality filter")
    void theSharedTableHolds(JsonNode shared) {
        Personality personality = new Personality(shared.get("curiosity").doubleValue(),
                shared.get("caution").doubleValue(), shared.get("conformity").doubleValue(), 0.5);
        Signal signal = log.signal("other",
                Draft.of(payload(shared.get("type").stringValue()), shared.get("confidence").doubleValue()));

        assertThat(new ReactionFilter(AGENT, personality).accepts(signal))
                .isEqualTo(shared.get("reacts").booleanValue());
    }

    @Test
    void theNamedPersonalitiesAreTheSharedOnes() {
        assertThat(shared("analytical")).isEqualTo(Personality.ANALYTICAL);
        assertThat(shared("creative")).isEqualTo(Personality.CREATIVE);
        assertThat(shared("critical")).isEqualTo(Personality.CRITICAL);
        assertThat(shared("supportive")).isEqualTo(Personality.SUPPORTIVE);
        assertThat(shared("balanced")).isEqualTo(Personality.BALANCED);
        assertThat(shared("bold")).isEqualTo(Personality.BOLD);
        assertThat(shared("cautious")).isEqualTo(Personality.CAUTIOUS);
    }

    @Test
    @DisplayName("C1 only what it listens to calls for a reaction, however sure it is")
    void onlyWhatItListensToPasses() {
        ReactionFilter gate = new ReactionFilter(AGENT.withListens(List.of(SignalType.TASK_NEW)), Personality.BOLD);
        Signal sure = log.says("other", new Payload.Proposal("p", "new and sure", ""), 1);
        Signal task = log.all().getFirst();

        assertThat(gate.stimuli(new AgentMail(List.of(task, sure), List.of()))).containsExactly(task);
    }

    @Test
    @DisplayName("C3 its own words never do")
    void itsOwnWordsNeverPass() {
        Signal own = log.finds("agent", "mine", 1);

        assertThat(new ReactionFilter(AGENT, Personality.BALANCED).stimuli(new AgentMail(List.of(own), List.of())))
                .isEmpty();
    }

    @Test
    void aSubscriptionOfTheInboxIsAWishOfItsOwn() {
        ReactionFilter gate = new ReactionFilter(AGENT.withListens(List.of(SignalType.TASK_NEW)), Personality.BALANCED);
        Signal incident = log.signal("other", Draft.custom("incident:opened", Payload.Open.text("disk full")));
        AgentMail mail = new AgentMail(List.of(),
                List.of(log.delivered(incident, false), log.delivered(incident, true)));

        assertThat(gate.stimuli(mail)).containsExactly(incident);
    }

    @Test
    void theEmitterOfAnItemDecidesAndNotItsClaim() {
        ReactionFilter gate = new ReactionFilter(AGENT, new Personality(0.5, 0.9, 0.5, 0.5));
        Draft unsure = Draft.custom("incident:opened", Payload.Open.text("stop")).withGrading(
                new Grading(0.1, null, null, null));
        Signal posing = log.signal(InfrastructureNames.DEBATE_MODERATOR, unsure);
        Signal inItsName = log.signal("agent", Draft.custom("incident:opened", Payload.Open.text("you said so"))
                .withGrading(new Grading(0.9, null, null, null)));
        Signal ownWords = log.signal("ops", Draft.custom("incident:opened", Payload.Open.text("mine"))
                .withGrading(new Grading(0.9, null, null, null)));

        assertThat(gate.stimuli(mail(posing, "mallory"))).isEmpty();
        assertThat(gate.stimuli(mail(inItsName, "mallory"))).containsExactly(inItsName);
        assertThat(gate.stimuli(mail(ownWords, "agent"))).isEmpty();
    }

    @Test
    void aSignalOfAnotherSourceWithItsNameCallsForAReaction() {
        ReactionFilter gate = new ReactionFilter(AgentProfile.of("webhook"), Personality.BALANCED);
        Draft sure = Draft.custom("incident:opened", Payload.Open.text("disk full")).withGrading(
                new Grading(0.9, null, null, null));
        Source anonymous = new Source.Webhook(null);
        Signal called = Signal.of(sure, new Stamp("call", anonymous, SampleLog.START, Scope.NONE));

        assertThat(gate.accepts(called)).isTrue();
        assertThat(gate.stimuli(mail(called, Emission.of(anonymous).by()))).containsExactly(called);
        assertThat(gate.stimuli(mail(called, Emission.of(Source.agent("webhook")).by()))).isEmpty();
    }

    private static AgentMail mail(Signal signal, String emitter) {
        return new AgentMail(List.of(), List.of(new InboxItem(
                new LogEntry(1, signal.time(), Emission.by(emitter), signal), List.of("*:*"), false)));
    }

    static Stream<JsonNode> cases() {
        return TestJson.vectors().get("personalityFilter").valueStream();
    }

    private static Personality shared(String name) {
        JsonNode shared = TestJson.vectors().get("personalities").get(name);
        return new Personality(shared.get("curiosity").doubleValue(), shared.get("caution").doubleValue(),
                shared.get("conformity").doubleValue(), shared.get("verbosity").doubleValue());
    }

    private static Payload payload(String type) {
        return switch (type) {
            case "task:new" -> new Payload.Task("why?", null);
            case "discovery" -> new Payload.Discovery("a fact", null, 1);
            case "proposal" -> new Payload.Proposal("p", "do it", "");
            case "doubt" -> new Payload.Doubt("sig", "hm", Payload.Severity.LOW);
            case "challenge" -> new Payload.Challenge("sig", "no", null);
            case "vote" -> new Payload.Vote("p", Payload.Stance.AGREE, null, 1);
            default -> throw new IllegalArgumentException(type);
        };
    }
}
