package dev.waggle.swarm.runlog;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.SharedMemory.RecalledMemory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Round trip of the records of a solve: a resumed solve begins with no less than the first one had. */
class WrittenAndReadTest {

    @Test
    void draftsOfEveryKindComeBackWhole() {
        List<Draft> drafts = Samples.oneOfEach().stream().map(Signal::toDraft).toList();

        assertThat(DraftJson.readAll(DraftJson.of(drafts))).isEqualTo(drafts);
    }

    @Test
    void draftsOfEveryFamilyComeBackUnderTheirOwn() {
        List<Draft> drafts = List.of(typed(Profile.HARNESS, "text:delta"), typed(Profile.CONNECTIVITY, "thread.step"),
                typed(Profile.DURABLE, "vote"), typed(Profile.CUSTOM, "vote"), typed(Profile.CUSTOM, "team:note"));

        assertThat(DraftJson.readAll(DraftJson.of(drafts))).isEqualTo(drafts);
    }

    @Test
    void whatIsNoListOfDraftsIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> DraftJson.readAll(JsonValue.of("nothing")))
                .withMessageContaining("drafts must be an array, got \"nothing\"");
    }

    @Test
    void itemsOfInboxesComeBackWhole() {
        List<Signal> told = Samples.oneOfEach();
        List<InboxItem> items = IntStream.range(0, told.size())
                .mapToObj(i -> new InboxItem(
                        new LogEntry(i + 1, Samples.T.plusSeconds(i), new Emission("ci", i % 3), told.get(i)),
                        List.of("*", "build:*"), i % 2 == 0, i % 3, i % 4 == 3, i % 5 == 4))
                .toList();

        assertThat(InboxFacts.items(fact(InboxFacts.read(new Emission("scout", 3), items)))).isEqualTo(items);
    }

    @Test
    void anItemThatWasAskedForAsBookkeepingComesBack() {
        InboxItem item = new InboxItem(new LogEntry(1, Samples.T, Emission.by("orchestrator"),
                Samples.oneOfEach().getFirst()), List.of("*"), true, 0, false, true);

        assertThat(InboxFacts.items(fact(InboxFacts.read(new Emission("scout", 1), List.of(item)))))
                .containsExactly(item);
    }

    @Test
    void everySourceOfAnInboxItemComesBack() {
        List<Source> sources = List.of(new Source.Webhook(null), new Source.Process(null), new Source.Named("queue:1"),
                new Source.Harness(null, "recorded"), new Source.Harness("scout", null), new Source.Harness(null, null),
                Source.agent("a:b"));
        for (Source source : sources) {
            Signal signal = Signal.of(Draft.custom("team:note", Payload.Open.text("hello")),
                    new Stamp("s-1", source, Samples.T, Scope.NONE));
            InboxItem item = new InboxItem(new LogEntry(1, Samples.T, new Emission("ci", 0), signal), List.of("*"),
                    true);

            assertThat(InboxFacts.items(fact(InboxFacts.read(new Emission("scout", 1), List.of(item)))))
                    .containsExactly(item);
        }
    }

    @Test
    void everyDateAndNumberOfAnInboxItemComesBackExactly() {
        Draft draft = Draft.custom("team:note", Payload.Open.text("hello"))
                .withGrading(new Grading(0.5, null, -0.0, null));
        for (Instant time : List.of(Samples.T.plusNanos(123_456_789), Instant.parse("+999999999-01-01T00:00:00Z"))) {
            Signal signal = Signal.of(draft, new Stamp("s-1", Source.agent("a"), time, Scope.NONE));
            InboxItem item = new InboxItem(new LogEntry(1, time, new Emission("ci", 0), signal), List.of("*"), true);

            assertThat(InboxFacts.items(fact(InboxFacts.read(new Emission("scout", 1), List.of(item)))))
                    .containsExactly(item);
        }
    }

    @Test
    void anItemInShortKeepsAllButWhatItSays() {
        Signal signal = Samples.proposal("s-1", "a", "p1");
        InboxItem item = new InboxItem(new LogEntry(4, Samples.T, new Emission("ci", 2), signal), List.of("*"), false);
        InboxItem read = InboxFacts.items(fact(InboxFacts.readInShort(new Emission("scout", 1), List.of(item))))
                .getFirst();

        assertThat(read.entry().sequence()).isEqualTo(4);
        assertThat(read.entry().emission()).isEqualTo(item.entry().emission());
        assertThat(read.signal().type().text()).isEqualTo("proposal");
        assertThat(read.signal().grading()).isEqualTo(signal.grading());
        assertThat(read.signal().payload()).isEqualTo(new Payload.Open(null, null, null, null));
    }

    @Test
    void profilesOfAgentsComeBackWhole() {
        AgentProfile profile = new AgentProfile("a", "Ada", "counts", 2.5,
                Set.of(SignalType.VOTE, SignalType.custom("team:note")), Set.of(SignalType.PROPOSAL));

        assertThat(ProfileJson.read(ProfileJson.of(profile))).isEqualTo(profile);
    }

    @Test
    void aTypeOfAProfileIsRefusedByItsPath() {
        AgentProfile profile = AgentProfile.of("a").withListens(List.of(SignalType.PROPOSAL, SignalType.VOTE));
        List.of(new Listened(List.of("swarm/proposal", "swam/vote"),
                "listens[1]: profile must be swarm, connectivity, durable, harness or custom, got \"swam\""),
                new Listened(List.of("swarm/proposals"), "listens[0]: unknown swarm type \"proposals\""),
                new Listened(List.of("vote"), "listens[0] must be a type like swarm/vote, got \"vote\""),
                new Listened(List.of("swarm/vote", "swarm/vote"), "listens must be types in their order, each of them"),
                new Listened(List.of("swarm/vote", "swarm/proposal"), "listens must be types in their order"))
                .forEach(listened -> {
                    Map<String, JsonValue> fields = new LinkedHashMap<>(
                            ((JsonValue.Obj) ProfileJson.of(profile)).fields());
                    fields.put("listens", JsonValue.ofTexts(listened.types));

                    assertThatIllegalArgumentException().isThrownBy(() -> ProfileJson.read(JsonValue.of(fields)))
                            .withMessageStartingWith(listened.message);
                });
    }

    /** Types of a profile, and the refusal of them. */
    private record Listened(List<String> types, String message) {}

    @Test
    void anAgentIsCalledOnceInARound() {
        CallFacts.CalledAgent critic = new CallFacts.CalledAgent("critic", CallFacts.CallReason.MAIL, Optional.empty());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> CallFacts.read(FactBody.of(fact(CallFacts.body(3, List.of(critic, critic))))))
                .withMessage("called[1].agent must be an agent that the round has not called yet, got \"critic\"");
    }

    @Test
    void workTakesNoLessThanNoTime() {
        Payload.Open body = WorkFacts.body(new Emission("critic", 1),
                new WorkResult(new CallOutcome.Answered<>(JsonValue.of("so"), Duration.ofNanos(-5)), List.of(),
                        new WorkResult.WorkCost(List.of(), false), List.of()));

        assertThatIllegalArgumentException().isThrownBy(() -> WorkFacts.read(fact(body), List.of()))
                .withMessage("tookNanos must be a whole number of at least 0, got -5");
    }

    @Test
    void memoriesComeBackAsDraftsAndAnUnfitOneIsTold() {
        List<String> unfit = new ArrayList<>();
        JsonValue memories = MemoryJson.of(List.of(new RecalledMemory("m-1", "It was cold.", null, 0.25, 0.5, Map.of()),
                new RecalledMemory("m-2", "x".repeat(1_000_001), "note", 0.25, 0.5, Map.of())), Instant.EPOCH);

        assertThat(MemoryJson.drafts(memories, invalid -> unfit.add(invalid.getMessage()))).singleElement()
                .isEqualTo(Draft.of(new Payload.SharedMemory("It was cold.", "prior-knowledge", 0.125), 0.25)
                        .withExtension("memory", new JsonObjectBuilder().with("id", "m-1").with("outcome", "unknown")
                                .with("strength", 0.5).json()));
        assertThat(unfit).singleElement().asString().contains("content must have at most");
    }

    @Test
    void aMemoryKeepsItsAuthorItsSolveItsAgeAndItsOutcome() {
        Instant now = Instant.parse("2026-03-13T12:00:00Z");
        MemoryOrigin origin = new MemoryOrigin("ada", "acme", "solve_x", "sig_1", now.minus(Duration.ofDays(12)));
        MemoryOrigin ofTomorrow = MemoryOrigin.byHand("bo", now.plusSeconds(60));

        List<Draft> drafts = MemoryJson.drafts(MemoryJson.of(List.of(
                new RecalledMemory("m-1", "It was cold.", "note", 0.25, 0.5, origin, MemoryOutcome.WRONG, Map.of()),
                new RecalledMemory("m-2", "Soon.", "note", 1, 1, ofTomorrow, MemoryOutcome.UNKNOWN, Map.of())), now),
                _ -> {});

        assertThat(drafts.getFirst().extensions().get("memory")).isEqualTo(new JsonObjectBuilder().with("id", "m-1")
                .with("author", "ada").with("run", "solve_x").with("time", "2026-03-01T12:00:00Z")
                .with("ageMillis", 12L * 24 * 60 * 60 * 1000).with("outcome", "wrong").with("strength", 0.5).json());
        assertThat(drafts.getLast().extensions().get("memory")).isEqualTo(new JsonObjectBuilder().with("id", "m-2")
                .with("author", "bo").with("time", "2026-03-13T12:01:00Z").with("ageMillis", 0)
                .with("outcome", "unknown").with("strength", 1.0).json());
    }

    @Test
    void memoriesOfALogWithoutProvenanceBecomeTheSameSignalsAsBefore() {
        JsonValue logged = JsonValue.of(List.of(new JsonObjectBuilder().with("id", "m-1")
                .with("content", "It was cold.").with("category", "note").with("importance", 0.125)
                .with("relevance", 0.25).json()));

        assertThat(MemoryJson.drafts(logged, _ -> {}))
                .containsExactly(Draft.of(new Payload.SharedMemory("It was cold.", "note", 0.125), 0.25));
    }

    @Test
    void memoriesOfAnotherFormAreRefused() {
        JsonValue memory = JsonValue.of(Map.of("id", JsonValue.of("m-1"), "content", JsonValue.of(7)));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryJson.drafts(JsonValue.of(List.of(memory)), _ -> {}))
                .withMessage("memories[0].content must be a text, got 7");
    }

    private static Draft typed(Profile profile, String text) {
        Draft note = Draft.custom("team:note", Payload.Open.data(JsonValue.of(Map.of("n", JsonValue.of(1)))));
        return new Draft(null, new SignalType(profile, text), note.payload(), note.links(), note.grading(),
                note.lifetime(), note.audience(), note.extensions());
    }

    private static Signal fact(Payload.Open body) {
        return Signal.of(Draft.custom("inbox:read", body),
                new Stamp("fact", new Source.System(), Instant.EPOCH, Scope.ofRun("run", 1)));
    }
}
