package dev.waggle.connect.lucene;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import dev.waggle.swarm.memory.FoundMemory;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.NewMemory;
import dev.waggle.swarm.memory.StoredMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Texts of memories: long, strange and in many languages. */
class MemoryWordsTest {

    @TempDir
    private Path folder;

    private static NewMemory memory(String content, String author) {
        return new NewMemory(content, "discovery", 0.5, MemoryOrigin.byHand(author, Instant.EPOCH), Map.of());
    }

    private static List<String> found(Memory memory, String query) throws Exception {
        return memory.search(query, 10, MemoryFilter.ALL).stream().map(found -> found.memory().content()).toList();
    }

    @Test
    void manyEqualLongStrangeTexts() throws Exception {
        try (Memory memory = Memory.open(folder)) {
            memory.share(Collections.nCopies(10_000, memory("the disk is full", "a")));
            String megabyte = "word ".repeat(199_999);
            memory.share(List.of(memory(megabyte, "a"), memory("\u0000\u0001\uD83D", "a"), memory("e\u0301", "b")));
            assertThat(memory.stats().total()).isEqualTo(4);
            assertThat(found(memory, megabyte)).first().isEqualTo(megabyte);
            assertThat(memory.search("é", 3, MemoryFilter.ALL)).extracting(FoundMemory::memory)
                    .extracting(StoredMemory::content).containsExactly("e\u0301");
            assertThat(found(memory, "word* OR content:* ~ ^2 \"")).first().isEqualTo(megabyte);
        }
        assertThat(Files.size(folder.resolve("memories.jsonl"))).isLessThan(4_000_000);
    }

    @Test
    void wordsAreFoundInTheFormsOfTheirLanguages() throws Exception {
        try (Memory memory = Memory.open(folder)) {
            memory.share(List.of(memory("the servers were migrating their databases", "a"),
                    memory("Die Häuser der Städte sind nicht mit dem Zug zu erreichen", "a"),
                    memory("les chevaux sont dans les prés et ils mangent", "a"),
                    memory("серверы перезапускаются каждую ночь", "a"),
                    memory("東京都の天気は晴れです", "a"), memory("서울의 날씨는 맑습니다", "a"),
                    memory("ระบบฐานข้อมูลล่มเมื่อคืนนี้", "a")));
            assertThat(found(memory, "migrate the database of a server")).first().asString().startsWith("the servers");
            assertThat(found(memory, "Haus und Stadt mit der Bahn")).first().asString().startsWith("Die Häuser");
            assertThat(found(memory, "un cheval dans le pré")).first().asString().startsWith("les chevaux");
            assertThat(found(memory, "перезапуск сервера")).first().asString().startsWith("серверы");
            assertThat(found(memory, "東京の天気")).first().asString().startsWith("東京都");
            assertThat(found(memory, "서울 날씨")).first().asString().startsWith("서울");
            assertThat(found(memory, "ฐานข้อมูล")).first().asString().startsWith("ระบบ");
        }
    }
}
