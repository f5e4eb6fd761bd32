package dev.waggle.cli.decide;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WordsTest {

    @Test
    void offersTheNameThatIsNear() {
        assertThat(Words.nearest("agent", List.of("item", "Agnet", "label"))).isEqualTo(Optional.of("Agnet"));
        assertThat(Words.nearest("agent", List.of("item", "label"))).isEmpty();
    }
}
