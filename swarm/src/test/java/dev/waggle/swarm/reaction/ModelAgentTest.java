package dev.waggle.swarm.reaction;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.swarm.reaction.reply.ReplyKind;
import dev.waggle.swarm.reaction.reply.ReplySchema;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Model agents in a real swarm whose model gives the answers of the test. */
class ModelAgentTest {

    private static final String FINDS = "{'type':'discovery','confidence':0.8,'content':'found'}";
    private static final String PROPOSES = "{'type':'proposal','confidence':0.8,'content':'Shard by tenant'}";
    private static final String AGREES = "{'type':'vote','confidence':0.9,'proposalId':'#2','stance':'agree'}";

    private final ReactionTestBed round = new ReactionTestBed();

    @Test
    void oneProposesAndTwoVote() {
        TalkingHarness proposer = TalkingHarness.signals(PROPOSES);
        TalkingHarness voter = TalkingHarness.signals(AGREES);

        SwarmResult result = round.solve(
                round.agent("proposer", proposer, ReactionStrategy.PROPOSE, SignalType.TASK_NEW),
                round.agent("first", voter, ReactionStrategy.SUPPORT, SignalType.PROPOSAL),
                round.agent("second", voter, ReactionStrategy.SUPPORT, SignalType.PROPOSAL));

        assertThat(ReactionTestBed.types(result)).containsExactly("task:new", "proposal", "vote", "vote",
                "consensus:reached");
        assertThat(result.answer()).isEqualTo("Shard by tenant");
        assertThat(proposer.questions()).hasSize(1);
        assertThat(voter.questions()).hasSize(2);
        assertThat(
                ((Payload.Proposal) ReactionTestBed.of(result, SignalType.PROPOSAL).getFirst().payload()).proposalId())
                .matches("shard-by-tenant-[0-9a-f]{8}");
    }

    @Test
    @DisplayName("C1 who listens to the task only does not react to a sure proposal")
    void c1OnlyWhatItListensToGivesATurn() {
        TalkingHarness harness = TalkingHarness.signals(FINDS);

        round.solve(
                round.agent("proposer", TalkingHarness.signals(PROPOSES.replace("0.8", "1")), ReactionStrategy.PROPOSE,
                        SignalType.TASK_NEW),
                round.agent("agent", harness, ReactionStrategy.ANALYZE, SignalType.TASK_NEW));

        assertThat(harness.questions()).hasSize(1);
    }

    @Test
    @DisplayName("C2 nothing outside of canEmit is published, a vote on the task least of all")
    void c2NothingOutsideOfCanEmitIsPublished() {
        TalkingHarness harness = TalkingHarness.signals(PROPOSES,
                "{'type':'vote','confidence':1,'proposalId':'#1','stance':'agree'}");
        AgentProfile profile = AgentProfile.of("agent").withListens(List.of(SignalType.TASK_NEW))
                .withCanEmit(List.of(SignalType.DISCOVERY));

        SwarmResult result = round.solve(new ModelAgent(profile, harness, round.config(ReactionStrategy.PROPOSE)));

        assertThat(ReactionTestBed.types(result)).containsExactly("task:new", "discovery");
        assertThat(result.activity().refusals()).isEmpty();
    }

    @Test
    @DisplayName("C3 an agent never reacts to its own words")
    void c3ItNeverReactsToItsOwnWords() {
        TalkingHarness harness = TalkingHarness.signals(FINDS);

        SwarmResult result = round.solve(new ModelAgent(AgentProfile.of("agent"), harness,
                round.config(ReactionStrategy.ANALYZE)));

        assertThat(ReactionTestBed.types(result)).containsExactly("task:new", "discovery");
        assertThat(harness.questions()).hasSize(1);
    }

    @Test
    @DisplayName("C4 C5 what the personality passes over costs no call")
    void c4c5WhatTheGateStopsCostsNothing() {
        TalkingHarness finder = TalkingHarness.signals(FINDS.replace("0.8", "0.39"));
        TalkingHarness cautious = TalkingHarness.signals();
        TalkingHarness open = TalkingHarness.signals("{'type':'discovery','confidence':0.8,'content':'other'}");
        ModelAgentConfig config = round.config(ReactionStrategy.ANALYZE);
        AgentProfile profile = AgentProfile.of("cautious").withListens(List.of(SignalType.DISCOVERY));

        round.solve(round.agent("finder", finder, ReactionStrategy.ANALYZE, SignalType.TASK_NEW),
                new ModelAgent(profile, cautious, config.withPersonality(new Personality(1, 0.71, 0, 0.5))),
                new ModelAgent(AgentProfile.of("open").withListens(List.of(SignalType.DISCOVERY)), open,
                        config.withPersonality(new Personality(1, 0.7, 0, 0.5))));

        assertThat(open.questions()).hasSize(1);
        assertThat(cautious.questions()).as("only of what the open one said, at 0.8").hasSize(1);
        assertThat(cautious.question(1).context().caller().scope().round()).isEqualTo(3);
    }

    @Test
    @DisplayName("C7 to defer costs no model call and says nothing")
    void c7ToDeferIsSilent() {
        TalkingHarness harness = TalkingHarness.signals(FINDS);

        SwarmResult result = round.solve(round.agent("agent", harness, ReactionStrategy.DEFER, SignalType.TASK_NEW));

        assertThat(harness.questions()).isEmpty();
        assertThat(ReactionTestBed.types(result)).containsExactly("task:new");
        assertThat(round.reactions).as("it has no other strategy").hasSize(AgentMail.MAX_ATTEMPTS)
                .allSatisfy(reaction -> {
                    assertThat(reaction.strategy()).isEqualTo(ReactionStrategy.DEFER);
                    assertThat(reaction.modelCalls()).isZero();
                });
    }

    @Test
    @DisplayName("C8 two findings with evidence and a proposal are three signals of their own confidence")
    void c8EachThingThatIsSaidIsASignal() {
        TalkingHarness harness = TalkingHarness.signals(
                "{'type':'discovery','confidence':0.9,'content':'one','evidence':'log'}",
                "{'type':'discovery','confidence':0.6,'content':'two','evidence':'trace'}", PROPOSES);

        SwarmResult result = round.solve(round.agent("agent", harness, ReactionStrategy.ANALYZE, SignalType.TASK_NEW));

        List<Signal> drafts = result.signalLog().subList(1, 4);
        String task = result.signalLog().getFirst().id();
        assertThat(drafts).extracting(signal -> signal.type().text()).containsExactly("proposal", "discovery",
                "discovery");
        assertThat(drafts).extracting(Signal::confidence).containsExactly(0.8, 0.9, 0.6);
        assertThat(drafts).extracting(signal -> signal.links().replyTo()).containsOnly(task);
        assertThat(drafts).filteredOn(signal -> signal.payload() instanceof Payload.Discovery)
                .extracting(signal -> ((Payload.Discovery) signal.payload()).evidence())
                .containsExactly("log", "trace");
        assertThat(drafts).extracting(signal -> signal.extensions().get("strategy"))
                .containsOnly(JsonValue.of("analyze"));
        assertThat(harness.questions()).as("one call for all of it").hasSize(1);
    }

    @Test
    @DisplayName("C9 a stated disagreement is a vote against, weighed by confidence and agent")
    void c9TheStanceIsTheModels() {
        TalkingHarness voter = TalkingHarness.signals("{'type':'vote','confidence':0.9,'proposalId':'#2',"
                + "'stance':'disagree','reasoning':'one tenant is half of it'}");
        AgentProfile heavy = AgentProfile.of("heavy").withWeight(2).withListens(List.of(SignalType.PROPOSAL));

        SwarmResult result = round.solve(
                round.agent("proposer", TalkingHarness.signals(PROPOSES), ReactionStrategy.PROPOSE,
                        SignalType.TASK_NEW),
                new ModelAgent(heavy, voter, round.config(ReactionStrategy.SUPPORT)));

        Signal vote = ReactionTestBed.of(result, SignalType.VOTE).getFirst();
        Signal proposal = ReactionTestBed.of(result, SignalType.PROPOSAL).getFirst();
        assertThat(vote.payload()).isEqualTo(new Payload.Vote(((Payload.Proposal) proposal.payload()).proposalId(),
                Stance.DISAGREE, "one tenant is half of it", 0.9));
        assertThat(vote.links().replyTo()).isEqualTo(proposal.id());
        assertThat(result.consensus().votingRecord()).singleElement()
                .satisfies(counted -> assertThat(counted.vote().weight()).isEqualTo(0.9 * 2));
    }

    @Test
    @DisplayName("C10 equal answers of agents with weights 5 and 1 weigh 5 to 1")
    void c10TheWeightOfTheAgentCounts() {
        TalkingHarness voter = TalkingHarness.signals(AGREES);
        AgentProfile base = AgentProfile.of("x").withListens(List.of(SignalType.PROPOSAL));
        AgentProfile five = new AgentProfile("five", "five", "", 5, base.listens(), Set.of());
        AgentProfile one = new AgentProfile("one", "one", "", 1, base.listens(), Set.of());

        SwarmResult result = round.solve(
                round.agent("proposer", TalkingHarness.signals(PROPOSES), ReactionStrategy.PROPOSE,
                        SignalType.TASK_NEW),
                new ModelAgent(five, voter, round.config(ReactionStrategy.SUPPORT)),
                new ModelAgent(one, voter, round.config(ReactionStrategy.SUPPORT)));

        assertThat(result.consensus().votingRecord()).extracting(vote -> vote.vote().weight())
                .containsExactly(0.9 * 5, 0.9);
    }

    @Test
    @DisplayName("C13 the prompt shows what others found before")
    void c13EarlierDiscoveriesAreShown() {
        TalkingHarness late = TalkingHarness.signals();
        round.solve(
                round.agent("finder", TalkingHarness.signals(FINDS), ReactionStrategy.ANALYZE, SignalType.TASK_NEW),
                round.agent("proposer", TalkingHarness.signals(PROPOSES), ReactionStrategy.PROPOSE,
                        SignalType.DISCOVERY),
                round.agent("late", late, ReactionStrategy.SUPPORT, SignalType.PROPOSAL, SignalType.DISCOVERY));

        assertThat(late.question(1).prompt()).contains("<log>\n{\"ref\":\"#2\",\"type\":\"discovery\","
                + "\"by\":\"finder\"");
    }

    @Test
    @DisplayName("C17 two signals at once are answered in one turn, never in parallel")
    void c17OneTurnTakesAllThatWaits() {
        TalkingHarness harness = TalkingHarness.signals();

        round.solve(round.agent("a", TalkingHarness.signals(FINDS), ReactionStrategy.ANALYZE, SignalType.TASK_NEW),
                round.agent("b", TalkingHarness.signals(FINDS.replace("found", "also")), ReactionStrategy.ANALYZE,
                        SignalType.TASK_NEW),
                round.agent("agent", harness, ReactionStrategy.ANALYZE, SignalType.DISCOVERY));

        assertThat(harness.questions()).hasSize(1);
        assertThat(harness.question(1).prompt()).contains("{\"ref\":\"#2\"", "{\"ref\":\"#3\"");
        assertThat(round.reactions).filteredOn(reaction -> reaction.agentId().equals("agent")).singleElement()
                .satisfies(reaction -> assertThat(reaction.inResponseTo()).hasSize(2));
    }

    @Test
    void theSameDeliberationAsksTheSameOnAnotherDay() {
        assertThat(hashesOn("2031-12-24T23:59:59Z")).hasSize(3).isEqualTo(hashesOn("2026-03-01T12:00:00Z"));
    }

    private static List<String> hashesOn(String day) {
        ReactionTestBed on = new ReactionTestBed(Instant.parse(day), 7);
        TalkingHarness proposer = TalkingHarness.signals(PROPOSES, FINDS);
        TalkingHarness voter = TalkingHarness.signals(AGREES);
        ModelAgentConfig config = ModelAgentConfig.defaults()
                .withStrategies(
                        EnumSet.of(ReactionStrategy.ANALYZE, ReactionStrategy.PROPOSE, ReactionStrategy.CHALLENGE));
        on.solve(agent("proposer", proposer, config, SignalType.TASK_NEW),
                agent("first", voter, config, SignalType.PROPOSAL),
                agent("second", voter, config, SignalType.PROPOSAL));
        List<String> hashes = new ArrayList<>(proposer.questions().stream().map(TalkingHarness.Asked::hash).toList());
        hashes.addAll(voter.questions().stream().map(TalkingHarness.Asked::hash).sorted().toList());
        return hashes;
    }

    private static Agent agent(String id, Harness harness, ModelAgentConfig config, SignalType listens) {
        return new ModelAgent(AgentProfile.of(id).withListens(List.of(listens)), harness, config);
    }

    @Test
    void aCallRunsInTheContextOfItsTurn() {
        TalkingHarness harness = TalkingHarness.signals(FINDS);
        SwarmResult result = round.solve(round.agent("agent", harness, ReactionStrategy.ANALYZE, SignalType.TASK_NEW));

        TalkingHarness.Asked asked = harness.question(1);
        assertThat(asked.context().caller().emission().by()).isEqualTo("agent");
        assertThat(asked.context().caller().emission().invocation()).isEqualTo(1);
        assertThat(asked.context().caller().scope().run()).isEqualTo(result.solveId());
        assertThat(asked.context().caller().scope().round()).isEqualTo(1);
        assertThat(asked.context().caller().cause()).isEqualTo(result.signalLog().getFirst().id());
        assertThat(asked.context().deadline().remaining()).isPositive();
        assertThat(asked.context().replySchema()).isEqualTo(ReplySchema.of(List.of(ReplyKind.values())));
        assertThat(asked.input().maxTokens()).isEqualTo(1_200);
        assertThat(asked.input().temperature()).isNull();
        assertThat(round.logged()).extracting(entry -> entry.signal().type())
                .contains(HarnessSignals.START, HarnessSignals.END);
    }

    @Test
    void aModelWithoutStructuredOutputIsToldTheFormInThePromptOnly() {
        TalkingHarness harness = TalkingHarness.signals(FINDS)
                .with(new HarnessCapabilities(false, false, false, false));

        round.solve(round.agent("agent", harness, ReactionStrategy.ANALYZE, SignalType.TASK_NEW));

        assertThat(harness.question(1).context().replySchema()).isNull();
        assertThat(harness.question(1).input().system()).contains("Reply with one JSON object and nothing else");
    }

    @Test
    void theConfigurationReachesTheModel() {
        TalkingHarness harness = TalkingHarness.signals(FINDS);
        ModelAgentConfig config = round.config(ReactionStrategy.ANALYZE).withTemperature(0.3).withMaxOutputTokens(99)
                .withMemory(task -> List.of("learned about " + task.text())).withMode(scope -> ModelMode.CHEAP);

        round.solve(new ModelAgent(AgentProfile.of("agent").withRole("find facts"), harness, config));

        assertThat(harness.question(1).input().temperature()).isEqualTo(0.3);
        assertThat(harness.question(1).input().maxTokens()).isEqualTo(99);
        assertThat(harness.question(1).prompt()).contains("learned about Shard");
        assertThat(harness.question(1).prompt()).contains("Your role: \"find facts\"");
    }

    @Test
    void badConfigurationsAreRefused() {
        ModelAgentConfig config = ModelAgentConfig.defaults();

        assertThatIllegalArgumentException().isThrownBy(() -> config.withStrategies(Set.of()))
                .withMessageContaining("at least one strategy");
        assertThatIllegalArgumentException().isThrownBy(() -> config.withMaxOutputTokens(0))
                .withMessageContaining("got 0");
        assertThatIllegalArgumentException().isThrownBy(() -> config.withTemperature(Double.NaN))
                .withMessageContaining("NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> config.withRepairs(9)).withMessageContaining("got 9");
        assertThatIllegalArgumentException().isThrownBy(() -> new Personality(0.5, 2, 0.5, 0.5))
                .withMessageContaining("caution");
    }

    @Test
    void whatItSaidBeforeIsNotSaidAgain() throws Exception {
        SampleLog log = new SampleLog();
        log.says("agent", Draft.of(new Payload.Discovery("found", null, 1), 0.8));
        log.proposes("other", "p");
        log.proposes("other", "q");
        log.votes("agent", "p", Stance.AGREE);
        log.votes("agent", "q", Stance.AGREE);
        Signal news = log.finds("other", "news", 1);
        TalkingHarness harness = TalkingHarness.signals(FINDS.replace("found", " FOUND  "),
                "{'type':'vote','confidence':1,'proposalId':'p','stance':'agree'}",
                "{'type':'vote','confidence':0.7,'proposalId':'q','stance':'disagree'}");

        List<Draft> drafts = new ModelAgent(AgentProfile.of("agent"), harness, round.config(ReactionStrategy.ANALYZE))
                .join(log.briefing()).react(log.turn(news));

        assertThat(drafts).extracting(Draft::payload)
                .containsExactly(new Payload.Vote("q", Stance.DISAGREE, null, 0.7));
        assertThat(Objects.requireNonNull(round.reactions.peek()).dropped()).containsExactly(
                "you have said this before: \"found\"", "you have voted the same way on \"p\" already");
    }
}
