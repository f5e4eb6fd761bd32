package dev.waggle.journal.redaction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.file.JournalVerification;
import dev.waggle.journal.redaction.RedactionReport.LeftFile;
import dev.waggle.journal.redaction.RedactionReport.RedactedTarget;
import dev.waggle.journal.redaction.RedactionReport.RedactionOutcome;
import dev.waggle.journal.repair.LeftoverFiles;
import dev.waggle.journal.reputation.FileOutcomeLog;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.learning.OutcomeLog;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.RedactionFact;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JournalRedactionTest {

    @TempDir
    private Path temp;
    private Path data = Path.of("");

    @BeforeEach
    void fill() throws IOException {
        data = RedactableFolder.fill(temp.resolve("data"));
        assertThat(RedactableFolder.withSecret(data)).hasSizeGreaterThanOrEqualTo(6);
        RedactableFolder.requireSound(data);
    }

    private static RedactionReport redact(Path folder, String... ids) {
        return JournalRedaction.of(folder).withWorld(World.system(3))
                .redact(List.of(ids).stream().map(RedactionTarget::ofSignal).toList());
    }

    @Test
    void removesTheTextOfASignalFromEveryFile() {
        RedactionReport report = redact(data, "secret");

        assertThat(RedactableFolder.withSecret(data)).isEmpty();
        assertThat(report.left()).isEmpty();
        assertThat(report.files()).hasSizeGreaterThanOrEqualTo(6);
        assertThat(report.targets()).singleElement().satisfies(target -> {
            assertThat(target.outcome()).isEqualTo(RedactionOutcome.REDACTED);
            assertThat(target.lines()).isEqualTo(report.lines());
            assertThat(target.files()).isEqualTo(report.files().size());
        });
        RedactableFolder.requireSound(data);
    }

    @Test
    void theAnswerOfAPersonKeepsItsForm() {
        var _ = redact(data, "secret");

        assertThat(RedactableFolder.answered(data).lines()).containsExactly("propose 0.7 pay: [redacted]", "pass");
    }

    /** A cancelled signal was never in the log, and its line stays in the schedule for a time. */
    @Test
    void aDelayedSignalIsRedactedByItsId() throws IOException {
        String id = RedactableFolder.schedule(data, "pin 77");

        RedactionReport report = redact(data, id);

        assertThat(report.targets()).singleElement()
                .satisfies(target -> assertThat(target.outcome()).isEqualTo(RedactionOutcome.REDACTED));
        assertThat(Files.readString(data.resolve("signals/delayed.jsonl"))).doesNotContain("pin 77")
                .contains("[redacted]");
        RedactableFolder.requireSound(data);
    }

    /** The mark is longer than the text, and no other file knows the places of the lines. */
    @Test
    void aShortTextInTheScheduleMakesItsLineLonger() throws IOException {
        String id = RedactableFolder.schedule(data, "no");

        assertThat(redact(data, id).left()).isEmpty();
        assertThat(Files.readString(data.resolve("signals/delayed.jsonl"))).doesNotContain("\"no\"");
        RedactableFolder.requireSound(data);
    }

    @Test
    void aFolderWithoutAJournalStaysAsItIs() throws IOException {
        Path foreign = Files.createDirectories(data.resolveSibling("foreign"));
        Files.writeString(foreign.resolve("notes.txt"), "secret");

        assertThat(redact(foreign, "secret").targets()).singleElement()
                .satisfies(target -> assertThat(target.outcome()).isEqualTo(RedactionOutcome.UNKNOWN));
        assertThat(foreign.toFile().list()).containsExactly("notes.txt");
    }

    @Test
    void keepsEverythingElse() throws IOException {
        List<LogEntry> before = RedactableFolder.entries(data.resolve("signals"));
        Map<String, String> content = RedactableFolder.content(data);

        var _ = redact(data, "secret");

        List<LogEntry> after = RedactableFolder.entries(data.resolve("signals"));
        assertThat(after).hasSize(before.size() + 1);
        for (int i = 0; i < before.size(); i++) {
            LogEntry was = before.get(i);
            LogEntry is = after.get(i);
            assertThat(List.of(is.sequence(), is.recordedAt(), is.emission(), is.signal().id(), is.signal().type(),
                    is.signal().scope())).isEqualTo(List.of(was.sequence(), was.recordedAt(), was.emission(),
                            was.signal().id(), was.signal().type(), was.signal().scope()));
            assertThat(is.equals(was)).as(was.signal().id()).isNotEqualTo(RedactionFact.isRedacted(is));
        }
        assertThat(RedactableFolder.content(data)).containsEntry("inboxes/events.jsonl",
                content.get("inboxes/events.jsonl")).containsEntry("checkpoints/at-other.json",
                        content.get("checkpoints/at-other.json"));
        assertThat(FileCheckpointStore.open(data, World.system(1)).load("Solve-1").orElseThrow().state())
                .isEqualTo(new JsonObjectBuilder().with("round", 2).with("said", "[redacted]").json());
        assertThat(LeftoverFiles.in(data)).isEmpty();
    }

    @Test
    void leavesAFactWithoutTheText() {
        RedactionReport report = redact(data, "secret");

        LogEntry fact = RedactableFolder.entries(data.resolve("signals")).getLast();
        assertThat(RedactionFact.isFact(fact)).isTrue();
        assertThat(fact.signal().payload()).isEqualTo(Payload.Open.data(new JsonObjectBuilder()
                .with("signal", "secret").with("lines", report.lines()).with("files", report.files().size()).json()));
        assertThat(JournalVerification.of(data, _ -> {
        }).redactions()).isOne();
    }

    @Test
    void theLogGoesOnBehindTheFact() {
        long last = RedactableFolder.entries(data.resolve("signals")).size();
        var _ = redact(data, "secret");

        try (FileJournal journal = FileJournal.open(data.resolve("signals"), JournalConfig.defaults(),
                World.system(1))) {
            assertThat(journal.recovery().isClean()).isTrue();
            assertThat(journal.append(RedactableFolder.said("new", "ada", "new"), Emission.by("ada"),
                    RedactableFolder.START).sequence()).isEqualTo(last + 2);
            assertThat(journal.entriesOf("solve_2")).hasSize(3);
        }
        RedactableFolder.requireSound(data);
    }

    @Test
    void queriesByIndexFindTheRewrittenLines() throws IOException {
        var _ = redact(data, "secret");
        try (JournalReader reader = JournalReader.open(data.resolve("signals"))) {
            assertThat(reader.select(JournalQuery.ALL.ofRun("solve_2"))).hasSize(3).allMatch(RedactionFact::isRedacted);
            assertThat(reader.damages()).isEmpty();
        }
    }

    @Test
    void aSecondTimeNothingIsChanged() {
        var _ = redact(data, "secret");
        Map<String, String> content = RedactableFolder.content(data);

        RedactionReport again = redact(data, "secret");

        assertThat(again.isChanged()).isFalse();
        assertThat(again.targets()).containsExactly(new RedactedTarget("secret", RedactionOutcome.ABSENT, 0, 0));
        assertThat(RedactableFolder.content(data)).isEqualTo(content);
    }

    @Test
    void anUnknownSignalIsReportedAndNothingIsChanged() {
        Map<String, String> content = RedactableFolder.content(data);

        RedactionReport report = redact(data, "nobody");

        assertThat(report.targets()).containsExactly(new RedactedTarget("nobody", RedactionOutcome.UNKNOWN, 0, 0));
        assertThat(RedactableFolder.content(data)).isEqualTo(content);
    }

    @Test
    void aTextIsRedactedWithoutASignal() {
        RedactionReport report = JournalRedaction.of(data).withWorld(World.system(3))
                .redact(List.of(RedactionTarget.ofText(RedactableFolder.SECRET)));

        assertThat(RedactableFolder.withSecret(data)).isEmpty();
        assertThat(report.targets().getFirst().signalId()).isNull();
        assertThat(RedactableFolder.entries(data.resolve("signals")).getLast().signal().links().about()).isEmpty();
    }

    @Test
    void manyTextsAreRedactedInOnePass() {
        RedactionReport report = JournalRedaction.of(data).withWorld(World.system(3)).redact(List.of(
                RedactionTarget.ofSignal("secret"), RedactionTarget.ofText("something harmless, number 2"),
                new RedactionTarget("nobody", List.of("something harmless, number 3"))));

        assertThat(report.targets()).extracting(RedactedTarget::outcome).containsOnly(RedactionOutcome.REDACTED);
        assertThat(RedactableFolder.content(data).values())
                .noneMatch(text -> text.contains("number 2") || text.contains("number 3"))
                .anyMatch(text -> text.contains("number 1"));
        assertThat(JournalVerification.of(data, _ -> {
        }).redactions()).isEqualTo(3);
    }

    @Test
    void theLogOfADataFolderMeansTheDataFolder() {
        var _ = redact(data.resolve("signals"), "secret");

        assertThat(RedactableFolder.withSecret(data)).isEmpty();
    }

    @Test
    void aJournalByItselfIsRedacted() {
        Path recording = data.resolve("recordings/rec_1");

        var _ = redact(recording, "secret");

        assertThat(RedactableFolder.withSecret(recording)).isEmpty();
        assertThat(RedactableFolder.withSecret(data)).isNotEmpty();
        assertThat(RedactionFact.isFact(RedactableFolder.entries(recording).getLast())).isTrue();
    }

    @Test
    void aFolderWithoutALogIsRedacted() {
        Path checkpoints = data.resolve("checkpoints");

        var _ = JournalRedaction.of(checkpoints).redact(List.of(RedactionTarget.ofText(RedactableFolder.SECRET)));

        assertThat(RedactableFolder.withSecret(checkpoints)).isEmpty();
        RedactableFolder.requireSound(data);
    }

    @Test
    void aShortTextIsRedactedWhereItIsTheWholeValue() {
        Path log = temp.resolve("log");
        try (FileJournal journal = FileJournal.open(log)) {
            var _ = journal.append(vote("v1", "agree"), Emission.by("ada"), RedactableFolder.START);
            var _ = journal.append(vote("v2", "Agree"), Emission.by("bob"), RedactableFolder.START);
            var _ = journal.append(vote("v3", "I agree with ada"), Emission.by("eve"), RedactableFolder.START);
        }

        var _ = redact(log, "v1");

        assertThat(RedactableFolder.entries(log)).extracting(entry -> entry.signal().payload()).startsWith(
                new Payload.Vote("p1", Payload.Stance.AGREE, "[redacted]", 0.5),
                new Payload.Vote("p1", Payload.Stance.AGREE, "[redacted]", 0.5),
                new Payload.Vote("p1", Payload.Stance.AGREE, "I agree with ada", 0.5));
    }

    private static Signal vote(String id, String reasoning) {
        return Signal.of(Draft.of(new Payload.Vote("p1", Payload.Stance.AGREE, reasoning, 0.5), 0.75),
                new Stamp(id, Source.agent("ada"), RedactableFolder.START, Scope.ofRun("run", 1)));
    }

    @Test
    void bookkeepingIsNoSignalToRedact() {
        Map<String, String> content = RedactableFolder.content(data);

        assertThatThrownBy(() -> redact(data, "turn0")).isInstanceOf(BadJournalException.class)
                .hasMessageContaining("turn0 is bookkeeping")
                .hasMessageContaining("Maybe name the signal of the agent");
        assertThat(RedactableFolder.content(data)).isEqualTo(content);
    }

    @Test
    void outcomesKeepTheirPlacesInTheirFile() throws IOException {
        Path outcomes = data.resolve("outcomes");
        OutcomeLog log = FileOutcomeLog.open(outcomes, World.system(1));
        for (int i = 0; i < 3; i++) {
            var _ = log.append("run" + i, new JsonObjectBuilder()
                    .with("text", i == 1 ? RedactableFolder.SECRET : "another one").with("short", "4 letters").json());
        }
        long length = Files.size(outcomes.resolve(FileOutcomeLog.NAME));

        var _ = JournalRedaction.of(data).redact(List.of(RedactionTarget.ofSignal("secret"),
                RedactionTarget.ofText("4 letters")));

        assertThat(RedactableFolder.withSecret(data)).isEmpty();
        assertThat(Files.readString(outcomes.resolve(FileOutcomeLog.NAME))).hasSize((int) length)
                .doesNotContain("4 letters");
        assertThat(log.append("run1", new JsonObjectBuilder().json()).appended()).isFalse();
        assertThat(log.append("run3", new JsonObjectBuilder().json()).appended()).isTrue();
        log.read(OutcomeLog.OutcomeMark.START, _ -> {
        });
    }

    @Test
    void aFileOfAnotherKindIsNamedAndNotChanged() throws IOException {
        byte[] bytes = ("\0\1\2 " + RedactableFolder.SECRET).getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(data.resolve("notes.bin"), bytes);

        RedactionReport report = redact(data, "secret");

        assertThat(report.left()).containsExactly(
                new LeftFile(file.toRealPath(), "a file of another kind is not rewritten"));
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
        assertThat(JournalRedaction.of(data).without(file)
                .redact(List.of(RedactionTarget.ofText(RedactableFolder.SECRET))).left()).isEmpty();
    }

    @Test
    void aDamagedLineWithTheTextIsRefusedAndOneWithoutStays() throws IOException {
        Path active = data.resolve("recordings/rec_1/events.jsonl");
        String text = Files.readString(active);
        String first = text.lines().findFirst().orElseThrow();
        Files.writeString(active, text.replace(first, first.replace("harmless", "harmloss")));
        var _ = redact(data, "secret1");
        assertThat(RedactableFolder.withSecret(data)).isEmpty();
        assertThat(JournalVerification.of(data.resolve("recordings/rec_1"), _ -> {
        }).damages()).hasSize(1);

        Path other = RedactableFolder.fill(temp.resolve("other"));
        Path segment = other.resolve(RedactableFolder.withSecret(other).stream()
                .filter(name -> name.startsWith("recordings")).findFirst().orElseThrow());
        Files.writeString(segment, Files.readString(segment).replace("\"recordedAt\":17", "\"recordedAt\":18"));
        Map<String, String> content = RedactableFolder.content(other);
        assertThatThrownBy(() -> redact(other, "secret")).isInstanceOf(BadJournalException.class)
                .hasMessageContaining("cannot be redacted").hasMessageContaining("damaged")
                .hasMessageContaining("waggle log repair");
        assertThat(RedactableFolder.content(other)).isEqualTo(content);
    }

    @Test
    void aTornEndOfTheLogIsCutAndRedacted() throws IOException {
        Path active = data.resolve("signals/events.jsonl");
        Files.writeString(active, "{\"seq\":99,\"data\":" + JsonText.write(JsonValue.of(RedactableFolder.SECRET)),
                StandardOpenOption.APPEND);

        var _ = redact(data, "secret");

        assertThat(RedactableFolder.withSecret(data)).isEmpty();
        assertThat(data.resolve("signals/events.jsonl.torn-2")).exists();
        RedactableFolder.requireSound(data);
    }

    @Test
    void bytesThatAreNoTextStayInRemains() throws IOException {
        Path torn = data.resolve("signals/events.jsonl.torn-1");
        byte[] noise = new byte[500];
        new SplittableRandom(5).nextBytes(noise);
        Files.write(torn, noise, StandardOpenOption.APPEND);
        byte[] before = Files.readAllBytes(torn);

        var _ = redact(data, "secret");

        byte[] after = Files.readAllBytes(torn);
        assertThat(after).hasSizeLessThan(before.length).endsWith(noise);
    }

    @Test
    void aJournalThatIsBeingWrittenIsRefused() {
        Map<String, String> content = RedactableFolder.content(data);
        try (FileJournal _ = FileJournal.open(data.resolve("recordings/rec_1"), JournalConfig.defaults()
                .withDurability(Durability.never()), World.system(1))) {
            assertThatThrownBy(() -> redact(data, "secret")).isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("it was not redacted")
                    .hasMessageContaining("is being written by this process")
                    .hasMessageContaining("try again when it has ended");
        }
        assertThat(RedactableFolder.content(data)).isEqualTo(content);
        assertThat(redact(data, "secret").isChanged()).isTrue();
    }

    @Test
    void theFilesKeepTheirPermissions() throws IOException {
        Path file = data.resolve("calls.jsonl.gz");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

        var _ = redact(data, "secret");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-r-----");
    }

    @Test
    void aMissingFolderIsNamed() {
        assertThatThrownBy(() -> redact(temp.resolve("nowhere"), "secret")).isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("nowhere").hasMessageContaining("there is no such folder");
    }
}
