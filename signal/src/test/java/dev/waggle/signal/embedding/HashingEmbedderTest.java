package dev.waggle.signal.embedding;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class HashingEmbedderTest {

    private static final HashingEmbedder EMBEDDER = HashingEmbedder.create();

    private static final String KNOWN = "0 -449 -122 -365 487 122 122 -122 -243 -122 0 0 487 122 0 -206";

    @Test
    void equalTextsHaveEqualVectorsOfLengthOne() throws Exception {
        List<float[]> vectors = EMBEDDER.embed(List.of("Shard the database", "shard THE database!"),
                EmbeddingPurpose.DOCUMENT);
        assertThat(vectors.getFirst()).hasSize(384).isEqualTo(vectors.getLast());
        assertThat(cosine("a b", "a b")).isCloseTo(1, within(1e-6));
        CheckedEmbedder.check(EMBEDDER.model(), 2, vectors);
    }

    @Test
    void theVectorsOfTheVersionDoNotChange() {
        float[] vector = HashingEmbedder.of(16).embed("Shard the database, 東京都");
        StringBuilder digits = new StringBuilder();
        for (float number : vector) {
            digits.append(Math.round(number * 1_000)).append(' ');
        }
        assertThat(digits.toString().strip()).isEqualTo(KNOWN);
    }

    @Test
    void formsOfAWordAndTypingErrorsStayNear() {
        assertThat(cosine("the migrations failed", "the migration fails")).isGreaterThan(0.5);
        assertThat(cosine("Kubernetes upgrade", "kuberntes upgrades")).isGreaterThan(0.5);
        assertThat(cosine("Kündigungsfrist", "Kündigungsfristen")).isGreaterThan(0.7);
    }

    @Test
    void unrelatedTextsAreFar() {
        assertThat(cosine("the database needs an index", "birds fly south every winter")).isLessThan(0.3);
        SplittableRandom random = new SplittableRandom(5);
        double squares = 0;
        for (int i = 0; i < 400; i++) {
            double cosine = cosine(words(random), words(random));
            squares += cosine * cosine;
        }
        assertThat(Math.sqrt(squares / 400)).isLessThan(0.08);
    }

    @Test
    void scriptsWithoutSpacesAreComparedByPairs() {
        assertThat(cosine("東京都の天気", "東京都の交通")).isBetween(0.3, 0.9);
        assertThat(cosine("ฐานข้อมูล", "ฐานข้อมูลใหม่")).isGreaterThan(0.6);
        assertThat(cosine("데이터베이스를 나눈다", "데이터베이스")).isGreaterThan(0.5);
        assertThat(cosine("数据库迁移失败", "鸟在冬天飞往南方")).isLessThan(0.3);
    }

    @Test
    void compatibleFormsOfCharactersAreEqual() {
        assertThat(EMBEDDER.embed("ｄａｔａｂａｓｅ ﬁle")).isEqualTo(EMBEDDER.embed("database file"));
        assertThat(EMBEDDER.embed("Mu\u0308ller")).isEqualTo(EMBEDDER.embed("Müller"));
    }

    @Test
    void textsWithoutWordsHaveAVectorToo() throws Exception {
        List<String> texts = List.of("", " ", "!?", "🚀🔥", "\0\1\2", "\uD800", "\uDC00x");
        CheckedEmbedder.check(EMBEDDER.model(), texts.size(), EMBEDDER.embed(texts, EmbeddingPurpose.QUERY));
        assertThat(EMBEDDER.embed("🚀")).isNotEqualTo(EMBEDDER.embed("🔥"));
    }

    @Test
    void theBeginningOfALongTextCounts() throws Exception {
        String text = "shard the database ".repeat(60_000);
        float[] vector = EMBEDDER.embed(text);
        assertThat(vector).isEqualTo(EMBEDDER.embed(text + "and more"));
        byte[] bytes = new byte[1_048_576];
        new SplittableRandom(3).nextBytes(bytes);
        CheckedEmbedder.check("m", 1, List.of(EMBEDDER.embed(new String(bytes, StandardCharsets.ISO_8859_1))));
    }

    @Test
    void randomTextsOfAnyDimensionsPassTheChecks() throws Exception {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 300; i++) {
            int[] points = random.ints(random.nextInt(40), 0, Character.MAX_CODE_POINT + 1).toArray();
            String text = new String(points, 0, points.length);
            CheckedEmbedder.check("case " + i, 1, List.of(HashingEmbedder.of(16 + random.nextInt(100)).embed(text)));
        }
    }

    @Test
    void theNameHoldsTheDimensions() {
        assertThat(HashingEmbedder.of(64).model()).isEqualTo("hashing:ngrams-v1@64");
        assertThatThrownBy(() -> HashingEmbedder.of(8)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("got 8");
    }

    private static String words(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int word = 0; word < 20; word++) {
            int length = 3 + random.nextInt(6);
            for (int i = 0; i < length; i++) {
                text.append((char) ('a' + random.nextInt(26)));
            }
            text.append(' ');
        }
        return text.toString();
    }

    private static double cosine(String one, String other) {
        float[] a = EMBEDDER.embed(one);
        float[] b = EMBEDDER.embed(other);
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (double) a[i] * b[i];
        }
        return sum;
    }
}
