package dev.waggle.connect.mcp.server;

import io.modelcontextprotocol.spec.McpSchema.Implementation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ClientNameTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            claude-desktop,        mcp:claude-desktop
            Claude Desktop 1.2,    mcp:claude-desktop-1.2
            '!!!',                 mcp:client
            ../../etc/passwd,      mcp:etc-passwd
            'a\u001b[31mb',        mcp:a-31mb
            mcp:system,            mcp:mcp-system
            """)
    void keepsWhatIsHarmless(String given, String id) {
        assertThat(ClientName.agentId(Implementation.builder(given, "1").build())).isEqualTo(id);
    }

    @Test
    void isNeverLong() {
        assertThat(ClientName.agentId(Implementation.builder("x".repeat(1_000_000), "1").build())).hasSizeLessThan(64);
        assertThat(ClientName.agentId(null)).isEqualTo("mcp:client");
    }
}
