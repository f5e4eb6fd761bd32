package dev.waggle.swarm.identity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.runlog.LoopVersion;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.testbed.MailedSolves;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.swarm.testbed.ScriptedAgent.finds;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** An agent whose id is the label of another source works like any other, and is nobody else. */
class CollidingNamesTest extends MailedSolves {

    private static final List<String> PLAIN = List.of("a", "b", "c", "d");

    /** Ids that are labels of other sources, or names of other emitters. */
    private static final List<List<String>> COLLIDING = List.of(List.of("bus", "webhook", "system", "human"),
            List.of("process", "bus", "harness", "connectivity"), List.of("host", "unknown", "bus", "import"),
            List.of("cli", "signals", "inboxes", "bus"), List.of("task:new", "none", "recorder", "runtime"));

    @Test
    void aSolveDoesNotDependOnTheNamesOfItsAgents() {
        Story expected = story(PLAIN);
        assertThat(expected.lines()).anyMatch(line -> line.contains("conflict of the bus to agent 0"))
                .anyMatch(line -> line.contains("challenge by agent 0"));

        for (List<String> names : COLLIDING) {
            assertThat(story(names)).as("agents " + names).isEqualTo(expected);
        }
    }

    @Test
    void theAgentCalledBusReceivesAndChallengesAConflictOfTheBus() {
        List<ScriptedAgent> agents = rivals(List.of("bus", "b", "c", "d"));

        SwarmResult result = SolveTestBed.solve(table.config(agents));

        Signal conflict = conflict(result);
        assertThat(conflict.source()).isEqualTo(Source.named("bus"));
        assertThat(agents.getFirst().turns()).anyMatch(turn -> turn.mail().received().contains(conflict));
        assertThat(result.signalLog()).anyMatch(signal -> signal.source().isAgent("bus")
                && signal.payload() instanceof Payload.Challenge against
                && against.targetSignalId().equals(conflict.id()));
        assertThat(result.consensus().votingRecord()).noneMatch(vote -> vote.agentId().startsWith("urn:"));
    }

    @Test
    void aSignalForItselfReachesItsAgentAloneWhateverItsName() {
        Draft secret = finds("for me");
        Draft toSelf = new Draft(null, secret.type(), secret.payload(), secret.links(), secret.grading(),
                secret.lifetime(), new Audience.Role(Audience.RoleName.SELF), Map.of());
        Map<String, List<String>> known = new ConcurrentHashMap<>();
        List<ScriptedAgent> agents = Stream.of("bus", "system").map(id -> listeningToAll(id).does(2, turn -> {
            known.put(id, findings(turn));
            return List.of();
        })).toList();
        agents.getFirst().says(1, toSelf, proposes("p"));
        agents.getLast().says(1, proposes("q", "wait a year"));

        SolveTestBed.solve(table.config(agents));

        assertThat(known).containsEntry("bus", List.of("for me")).containsEntry("system", List.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"bus", "webhook", "system", "process", "harness", "unknown", "connectivity", "host", "cli",
        "inboxes", "human", "critic"})
    void aSignalOfAnotherSourceWithItsNameReachesTheInbox(String id) {
        post.subscribe(id, "**", false);
        List<Source> others = List.of(new Source.System(), new Source.None(), Source.named(id),
                new Source.Webhook(null), new Source.Webhook(id), new Source.Process(null), new Source.Process(id),
                new Source.Harness(null, null), new Source.Harness(id, null), new Source.Harness(null, id));
        List<String> expected = new ArrayList<>();
        for (Source source : others) {
            expected.add(outside("alarm", source, Emission.of(source)));
        }
        if (!id.equals("human") && !id.equals("critic")) {
            expected.add(outside("alarm", Source.named("part"), Emission.by(id)));
        }
        outside("alarm", Source.agent(id), Emission.of(Source.agent(id)));
        outside("alarm", Source.named("else"), new Emission(id, 1));
        ScriptedAgent agent = ScriptedAgent.agent(id).listening();

        solve(agent);

        assertThat(ids(agent.turns().getFirst().mail().delivered())).isEqualTo(expected);
    }

    @Test
    void aVoteFromOutsideIsNoVoteOfTheAgentWithThatName() {
        post.subscribe("critic", "**", true);
        Draft against = votes(Stance.DISAGREE, "p1");
        for (Source source : List.of(new Source.Webhook("critic"), Source.named("critic"))) {
            sequence++;
            Signal vote = Signal.of(against, new Stamp("outside " + sequence, source, NOON, Scope.NONE));
            post.deliver(new LogEntry(sequence, NOON, Emission.of(source), vote));
        }
        ScriptedAgent critic = ScriptedAgent.agent("critic").says(2, votes(Stance.AGREE, "p1"));

        SwarmResult result = solve(ScriptedAgent.author("a", "p1"), critic,
                ScriptedAgent.agent("b").says(2, votes(Stance.AGREE, "p1")));

        assertThat(critic.turns().getFirst().mail().delivered()).hasSize(2);
        assertThat(result.consensus().votingRecord()).allMatch(vote -> vote.vote().stance() == Stance.AGREE)
                .extracting(vote -> vote.agentId()).containsExactlyInAnyOrder("critic", "b");
    }

    @Test
    void aRunOfTheSecondVersionGoesOnAsItBegan() {
        SolveTestBed first = new SolveTestBed();
        SolveTestBed.resume(first.config(rivals(List.of("bus", "b", "c", "d"))), SolveTestBed.TASK);
        Journal older = new MemoryJournal();
        LogEntry opened = first.logged().getFirst();
        older.append(withVersion(opened.signal(), LoopVersion.SECOND.number()), opened.emission(),
                opened.recordedAt());
        List<ScriptedAgent> agents = rivals(List.of("bus", "b", "c", "d"));
        SwarmConfig config = new SolveTestBed().config(agents).withJournal(older);

        SwarmResult result = SolveTestBed.resume(config, SolveTestBed.TASK);

        Signal conflict = conflict(result);
        assertThat(agents.getFirst().turns()).noneMatch(turn -> turn.mail().received().contains(conflict));
        try (Swarm swarm = new Swarm(config)) {
            assertThat(swarm.replay(SolveTestBed.RUN).divergence()).isEmpty();
        }
    }

    @Test
    void noAgentHasAnIdThatReadsLikeAnIdentity() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.config(ScriptedAgent.agent("urn:waggle:webhook")))
                .withMessageContaining("belongs to the runtime");
    }

    /** A deliberation with the names of its agents and signals by number. */
    private record Story(List<String> lines) {}

    private static Story story(List<String> names) {
        SolveTestBed bed = new SolveTestBed();
        SwarmResult result = SolveTestBed.solve(bed.config(rivals(names)));
        Map<String, String> numbers = new HashMap<>();
        for (Signal signal : result.signalLog()) {
            numbers.put(signal.id(), "#" + (numbers.size() + 1));
        }
        List<String> lines = new ArrayList<>();
        result.signalLog().forEach(signal -> lines.add(line(signal, names, numbers)));
        for (SwarmEvent.SignalDelivered delivered : bed.events(SwarmEvent.SignalDelivered.class)) {
            lines.add(kind(delivered.signal(), names) + " to agent " + names.indexOf(delivered.targetAgentId()) + " "
                    + numbers.get(delivered.signal().id()));
        }
        result.activity().agentContributions().forEach((agent, contribution) -> lines.add("agent "
                + names.indexOf(agent) + " gave " + contribution.toString().replaceFirst("agentId=[^,]*, ", "")));
        result.consensus().votingRecord().forEach(vote -> lines.add("agent " + names.indexOf(vote.agentId()) + " votes "
                + vote.vote()));
        lines.add(result.ending() + " " + result.timing().roundsUsed() + " " + result.consensus().leader()
                .map(leader -> leader.id() + " by agent " + names.indexOf(leader.sourceAgentId())));
        return new Story(lines);
    }

    private static String line(Signal signal, List<String> names, Map<String, String> numbers) {
        String replyTo = signal.links().replyTo();
        return numbers.get(signal.id()) + " " + kind(signal, names) + " " + signal.scope().round() + " "
                + (replyTo == null ? "" : numbers.get(replyTo)) + " " + switch (signal.payload()) {
                    case Payload.Challenge challenge -> numbers.get(challenge.targetSignalId());
                    case Payload.Conflict conflict ->
                        numbers.get(conflict.signalA()) + numbers.get(conflict.signalB());
                    case Payload.Vote vote -> vote.toString();
                    case Payload.Proposal proposal -> proposal.toString();
                    case Payload.ConsensusReached reached -> reached.decision();
                    default -> "";
                };
    }

    private static String kind(Signal signal, List<String> names) {
        return signal.type().text() + (signal.source() instanceof Source.Agent(String id)
                ? " by agent " + names.indexOf(id)
                : " of the " + signal.source().label());
    }

    /** Two authors of rival proposals, of which the first challenges the conflict, and two voters. */
    private static List<ScriptedAgent> rivals(List<String> names) {
        ScriptedAgent first = listeningToAll(names.getFirst()).says(1, proposes("one")).does(2, turn -> turn.mail()
                .received().stream().filter(signal -> signal.type().equals(SignalType.CONFLICT)).map(
                        conflict -> Draft.of(new Payload.Challenge(conflict.id(), "no conflict", null), 0.7).inReplyTo(
                                conflict.id()))
                .toList()).says(3, votes(Stance.AGREE, "one"));
        return List.of(first, listeningToAll(names.get(1)).says(1, proposes("two", "wait a year")),
                listeningToAll(names.get(2)).says(2, votes(Stance.AGREE, "one")),
                listeningToAll(names.get(3)).says(2, votes(Stance.DISAGREE, "one")).says(3, votes(Stance.AGREE,
                        "one")));
    }

    private static ScriptedAgent listeningToAll(String id) {
        List<SignalType> types = new ArrayList<>(AgentProfile.of(id).listens());
        types.add(SignalType.CONFLICT);
        return ScriptedAgent.agent(id).as(profile -> profile.withListens(types));
    }

    private static Signal conflict(SwarmResult result) {
        return result.signalLog().stream().filter(signal -> signal.type().equals(SignalType.CONFLICT)).findFirst()
                .orElseThrow();
    }

    private static List<String> findings(Turn turn) {
        return turn.history().select(SignalFilter.ALL).stream().map(Signal::payload)
                .filter(Payload.Discovery.class::isInstance).map(found -> ((Payload.Discovery) found).finding())
                .toList();
    }

    private static Signal withVersion(Signal opened, int version) {
        Payload.Open body = (Payload.Open) opened.payload();
        Map<String, JsonValue> fields = new LinkedHashMap<>(
                ((JsonValue.Obj) Objects.requireNonNull(body.data())).fields());
        fields.put(LoopVersion.KEY, JsonValue.of(version));
        fields.remove(RunFacts.STOPS); // Only since the fourth version.
        return new Signal(opened.id(), opened.type(), opened.source(), opened.time(),
                new Payload.Open(body.summary(), body.details(), JsonValue.of(fields), body.schema()), opened.scope(),
                opened.links(), opened.grading(), opened.lifetime(), opened.audience(), opened.extensions());
    }
}
