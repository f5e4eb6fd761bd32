package dev.waggle.cli.input;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;

import dev.waggle.cli.terminal.UserException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

class StrictTextReaderTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100_000})
    void charactersMayBeCutAnywhereByTheStream(int piece) throws IOException {
        String text = "aé€😀\r\n\n".repeat(20_000);

        assertThat(read(text.getBytes(UTF_8), piece)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n"})
    void countsTheLinesOfEveryKind(String end) {
        byte[] text = ("é" + end.repeat(100_000) + "?").getBytes(UTF_8);
        text[text.length - 1] = (byte) 0xff;

        assertThatThrownBy(() -> read(text, 1_000)).hasMessage("file, line 100001 is not valid UTF-8");
    }

    @Test
    void aCharacterThatTheEndCutsIsNotText() {
        assertThatThrownBy(() -> read(new byte[] {'a', '\n', (byte) 0xe2, (byte) 0x82}, 10))
                .hasMessage("file, line 2 is not valid UTF-8");
    }

    @Test
    void aLineMayHaveAMebibyteAndNotAByteMore() throws IOException {
        String longest = "x".repeat((1 << 20));

        assertThat(read((longest + "\n" + longest).getBytes(UTF_8), 1 << 16)).hasSize(2 * (1 << 20) + 1);
        assertThatThrownBy(() -> read((longest + "\n" + longest + "x").getBytes(UTF_8), 1 << 16))
                .hasMessageStartingWith("file, line 2 is longer than 1 MiB");
    }

    /** Calls the method for unreadable files directly, because some users may read every file. */
    @Test
    void aFileThatMayNotBeReadIsAQuestionOfPermissions() {
        assertThat(StrictTextReader.unreadable("votes.csv", new AccessDeniedException("votes.csv")))
                .hasMessage("no permission to read votes.csv")
                .extracting(UserException::remedy, STRING).contains("chmod u+r");
    }

    private static String read(byte[] bytes, int piece) throws IOException {
        InputStream slow = new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, piece));
            }
        };
        StringWriter text = new StringWriter();
        try (StrictTextReader strict = new StrictTextReader("file", slow, 1 << 20)) {
            strict.transferTo(text);
        }
        return text.toString();
    }
}
