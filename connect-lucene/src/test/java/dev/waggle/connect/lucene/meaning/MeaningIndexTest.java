package dev.waggle.connect.lucene.meaning;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import dev.waggle.connect.lucene.vector.VectorEntry;
import dev.waggle.connect.lucene.vector.VectorHit;
import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.embedding.HashingEmbedder;
import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** An index of meanings whose model changes the length of its vectors. */
class MeaningIndexTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final World world = World.system(3);

    /** Attack: the vectors are begun anew while the owner adds all memories. */
    @Test
    void anAdditionFromBeforeANewBeginningIsNotAllOfIt() throws Exception {
        try (MeaningIndex index = open(384)) {
            index.add(List.of(text("m1")));
            assertThat(index.await(LONG)).isTrue();
            index.complete(index.begun());
            assertThat(index.isComplete()).isTrue();
        }
        try (MeaningIndex index = open(128)) {
            int before = index.begun();
            index.add(List.of(text("m1"), text("m2")));
            assertThat(index.await(LONG)).isTrue();
            index.complete(before);

            assertThat(index.begun()).isEqualTo(before + 1);
            assertThat(index.isComplete()).isFalse();
            assertThat(index.ids()).containsExactly("m2");

            before = index.begun();
            index.add(List.of(text("m1"), text("m2")));
            assertThat(index.await(LONG)).isTrue();
            index.complete(before);
            assertThat(index.isComplete()).isTrue();
            assertThat(index.ids()).containsExactlyInAnyOrder("m1", "m2");
        }
    }

    private MeaningIndex open(int dimensions) throws Exception {
        HashingEmbedder words = HashingEmbedder.of(dimensions);
        TextEmbedder embedder = new TextEmbedder() {
            @Override
            public String model() {
                return "test:words";
            }

            @Override
            public List<float[]> embed(List<String> texts, EmbeddingPurpose purpose) {
                return words.embed(texts, purpose);
            }
        };
        return MeaningIndex.open(new MeaningFolder(folder, world), embedder, world, new MeaningListener() {
            @Override
            public void progress(long done, long all) {}

            @Override
            public void notice(String text) {}

            @Override
            public void similar(MeaningText memory, List<VectorHit> others) {}
        });
    }

    private static MeaningText text(String id) {
        return new MeaningText(new VectorEntry(id, null, "fact", "ada", null, 0), "memory of " + id);
    }
}
