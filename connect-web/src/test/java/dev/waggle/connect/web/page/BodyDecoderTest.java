package dev.waggle.connect.web.page;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BodyDecoderTest {

    @Test
    void believesTheHeader() {
        assertThat(BodyDecoder.decode(new byte[] {(byte) 0xe4}, "text/html; Charset=\"ISO-8859-1\"")).isEqualTo("ä");
        assertThat(BodyDecoder.decode(new byte[] {(byte) 0x80}, "text/html;charset=latin1")).isEqualTo("€");
        assertThat(
                BodyDecoder.decode("日本".getBytes(Charset.forName("Shift_JIS")), "text/plain; a=b; charset=shift_jis"))
                .isEqualTo("日本");
    }

    @Test
    void believesAByteOrderMarkMore() {
        assertThat(BodyDecoder.decode("\ufeffä".getBytes(StandardCharsets.UTF_8), "text/html; charset=latin1"))
                .isEqualTo("ä");
        assertThat(BodyDecoder.decode("\ufeffä".getBytes(StandardCharsets.UTF_16LE), null)).isEqualTo("ä");
        assertThat(BodyDecoder.decode("\ufeffä".getBytes(StandardCharsets.UTF_16BE), null)).isEqualTo("ä");
    }

    @Test
    void believesTheDocumentWhenTheHeaderSaysNothing() {
        for (String start : new String[] {"<meta charset=windows-1251>",
            "<META content='text/html; charset=windows-1251'>",
            "<?xml version='1.0' encoding='windows-1251'?>"}) {
            byte[] body = (start + "я").getBytes(Charset.forName("windows-1251"));
            assertThat(BodyDecoder.decode(body, "text/html")).isEqualTo(start + "я");
            assertThat(BodyDecoder.decode(body, "text/html; charset=no-such-thing")).isEqualTo(start + "я");
        }
    }

    @Test
    void asciiThatCallsItselfUtf16IsUtf8() {
        assertThat(BodyDecoder.decode("<meta charset=utf-16>ä".getBytes(StandardCharsets.UTF_8), null)).endsWith("ä");
    }

    @Test
    void bytesThatMeanNothingAreReplaced() {
        byte[] broken = {'a', (byte) 0xff, (byte) 0xc3, '(', (byte) 0xed, (byte) 0xa0, (byte) 0x80};

        assertThat(BodyDecoder.decode(broken, "text/plain; charset=utf-8")).startsWith("a\ufffd\ufffd(")
                .doesNotContain("\ud800");
        assertThat(BodyDecoder.decode(new byte[] {(byte) 0xc3}, "text/plain; charset=us-ascii")).isEqualTo("Ã");
    }
}
