package dev.waggle.signal.transcript;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Vectors;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** Harness 31 to 33: the shared cases of snapshots and of the player. */
class PlayerVectorsTest {

    private static final JsonNode FILE = Vectors.file("harness-runtime.json");

    /** Index between two entries, which does not exist: indexes are whole numbers. */
    private static final double BETWEEN = 2.5;

    private static final List<
            CheckpointMarker> CHECKPOINTS = List.of(new CheckpointMarker("mid", 3), new CheckpointMarker("far", 99),
                    new CheckpointMarker("neg", -5), new CheckpointMarker("mid", 9));

    @Test
    void everySnapshotIsTheReductionOfAllEntriesUpToIt() {
        List<LogEntry> entries = HarnessLog.ofVectors();
        Player player = Player.of(entries);
        assertThat(FILE.get("snapshots")).hasSize(8);
        for (JsonNode shared : FILE.get("snapshots")) {
            JsonNode at = shared.get("atIndex");
            int index = at.isNumber() ? at.asInt() : entries.size() - 1;
            player.goTo(index);

            assertThat(asShared(RecordingSnapshot.at(entries, index))).as("at %s", at)
                    .isEqualTo(Vectors.value(shared.get("result")));
            assertThat(SnapshotJson.of(player.snapshot(), SnapshotJson::openData))
                    .isEqualTo(SnapshotJson.of(RecordingSnapshot.at(entries, index), SnapshotJson::openData));
        }
        assertThat(RecordingSnapshot.of(entries).atIndex()).isEqualTo(20);
    }

    @Test
    void movesToTheSamePlacesAndStates() {
        Player player = Player.of(HarnessLog.ofVectors(), CHECKPOINTS);
        int moved = 0;
        for (JsonNode move : FILE.get("player")) {
            if (move.get("args").path(0).asDouble(0) == BETWEEN) {
                continue;
            }
            JsonNode after = move.get("after");

            assertThat(move(player, move.get("op").asString(), move.get("args"))).as(move.toString())
                    .isEqualTo(Vectors.value(move.get("result")));
            assertThat(player.index()).as(move.toString()).isEqualTo(after.get("index").asInt());
            assertThat(player.total()).isEqualTo(after.get("total").asInt());
            assertThat(id(player.current().orElse(null))).isEqualTo(Vectors.value(after.get("current")));
            assertThat(player.isAtStart()).isEqualTo(after.get("atStart").asBoolean());
            assertThat(player.isAtEnd()).isEqualTo(after.get("atEnd").asBoolean());
            assertThat(player.snapshot().merged().text().content()).isEqualTo(after.get("text").asString());
            assertThat(player.snapshot().atIndex()).isEqualTo(after.get("atIndex").asInt());
            moved++;
        }
        assertThat(moved).isEqualTo(16).isEqualTo(FILE.get("player").size() - 1);
    }

    @Test
    void anEmptyRecordingIsAtItsStartAndAtItsEnd() {
        Player player = Player.of(List.of());
        JsonNode shared = FILE.get("playerEmpty");

        assertThat(player.index()).isEqualTo(shared.get("position").get("index").asInt());
        assertThat(player.total()).isZero();
        assertThat(player.isAtStart()).isTrue();
        assertThat(player.isAtEnd()).isTrue();
        assertThat(player.step()).isEmpty();
        assertThat(player.back()).isEmpty();
        player.fastForward();
        player.goTo(5);
        assertThat(player.index()).isEqualTo(-1);
        assertThat(player.snapshot().entry()).isEmpty();
        assertThat(RecordingSnapshot.of(List.of()).atIndex()).isEqualTo(-1);
    }

    /** Snapshot as the original has it, which knows one harness only and writes no time before the first signal. */
    private static JsonValue asShared(RecordingSnapshot snapshot) {
        JsonValue.Obj json = SnapshotJson.of(snapshot, SnapshotJson::openData);
        Map<String, JsonValue> fields = new LinkedHashMap<>(json.fields());
        fields.remove("agents");
        fields.put("timestamp", JsonValue.of(String.valueOf(text(fields.get("timestamp"))).replace("Z", ".000Z")));
        return JsonValue.of(fields);
    }

    private static @Nullable String text(@Nullable JsonValue value) {
        return value instanceof JsonValue.Str str ? str.value() : null;
    }

    private static JsonValue move(Player player, String op, JsonNode args) {
        return switch (op) {
            case "back" -> id(player.back().orElse(null));
            case "peek" -> id(player.peek(args.get(0).asInt()).orElse(null));
            case "peekRange" -> JsonValue.of(player.peekRange(args.get(0).asInt(), args.get(1).asInt()).stream()
                    .map(PlayerVectorsTest::id).toList());
            case "gotoNext" -> id(player.gotoNext(Pattern.of(args.get(0).asString())).orElse(null));
            case "gotoPrevious" -> id(player.gotoPrevious(Pattern.of(args.get(0).asString())).orElse(null));
            case "gotoCheckpoint" -> JsonValue.of(player.gotoCheckpoint(args.get(0).asString()));
            case "goto" -> {
                player.goTo(args.get(0).asInt());
                yield JsonValue.ofNull();
            }
            case "rewind" -> {
                player.rewind();
                yield JsonValue.ofNull();
            }
            case "fastForward" -> {
                player.fastForward();
                yield JsonValue.ofNull();
            }
            case "position" -> JsonValue.ofNull();
            default -> throw new IllegalArgumentException("unknown move " + op);
        };
    }

    private static JsonValue id(@Nullable LogEntry entry) {
        return entry == null ? JsonValue.ofNull() : JsonValue.of(entry.signal().id());
    }
}
