package dev.waggle.cli.models;

import java.nio.file.Path;
import java.util.Map;

import dev.waggle.cli.terminal.UserException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ModelsFileTest {

    @Test
    void theOptionGoesBeforeTheVariable() {
        Path named = Path.of("models.json");

        assertThat(ModelsFile.of(named, Map.of("WAGGLE_MODELS", "other.json"))).isEqualTo(named);
        assertThat(ModelsFile.of(null, Map.of("WAGGLE_MODELS", "other.json"))).isEqualTo(Path.of("other.json"));
        assertThat(ModelsFile.of(null, Map.of("WAGGLE_MODELS", " "))).isNull();
        assertThat(ModelsFile.of(null, Map.of())).isNull();
    }

    @Test
    void anAddressInTheVariableIsRefusedAndNotShown() {
        assertThatExceptionOfType(UserException.class)
                .isThrownBy(() -> ModelsFile.of(null, Map.of("WAGGLE_MODELS", "https://ada:secret@host/v1?key=secret")))
                .withMessage("WAGGLE_MODELS names a file, and holds an address")
                .satisfies(refused -> assertThat(refused.remedy()).doesNotContain("secret"));
    }
}
