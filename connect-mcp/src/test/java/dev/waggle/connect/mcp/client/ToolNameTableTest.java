package dev.waggle.connect.mcp.client;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import dev.waggle.connect.mcp.client.ToolNameTable.Origin;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ToolNameTableTest {

    @Test
    void aToolKeepsItsNameWhereItCan() {
        assertThat(ToolNameTable.of(List.of(new Origin("files", "read_file"), new Origin("web", "fetch")), Set.of())
                .values()).containsExactly("read_file", "fetch");
    }

    @Test
    void toolsOfOneNameAndOfNamesThatAreNoneAreCalledAfterTheirServers() {
        Origin first = new Origin("a", "search");
        Origin second = new Origin("my b", "search");
        Origin odd = new Origin("a", "web.fetch");

        assertThat(ToolNameTable.of(List.of(first, second, odd), Set.of())).isEqualTo(Map.of(first, "a_search", second,
                "my_b_search", odd, "a_web_fetch"));
    }

    @Test
    void aToolNamedLikeOneOfOursIsCalledAfterItsServer() {
        assertThat(ToolNameTable.of(List.of(new Origin("evil", "web_fetch")), Set.of("web_fetch")).values())
                .containsExactly("evil_web_fetch");
    }

    @Test
    void prefixedNamesThatMeetEndWithAHashOfBothNames() {
        Map<Origin, String> names = ToolNameTable.of(List.of(new Origin("x", "y.z"), new Origin("x", "y z")), Set.of());

        assertThat(names.values()).doesNotHaveDuplicates().allMatch(name -> name.matches("x_y_z_[0-9a-f]{8}"));
    }

    @Test
    void whateverThereIsAllNamesAreValidAndDifferentAndTheOrderPlaysNoPart() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<Origin> origins = new ArrayList<>(new HashSet<>(random.ints(30, 0, 40).mapToObj(
                    i -> new Origin("s" + "_".repeat(i % 3) + i % 4, i > 35 ? "t".repeat(i * 3) : "t. _".charAt(i % 4)
                            + "_" + i % 5))
                    .toList()));
            Set<String> taken = Set.of("s0_t", "t_1");
            Map<Origin, String> names = ToolNameTable.of(origins, taken);
            List<Origin> reversed = origins.reversed();

            assertThat(names.keySet()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(origins);
            assertThat(names.values()).as("seed %d", seed).doesNotHaveDuplicates().doesNotContainAnyElementsOf(taken)
                    .allMatch(name -> name.matches("[A-Za-z0-9_-]{1,64}"));
            assertThat(ToolNameTable.of(reversed, taken)).as("seed %d", seed).isEqualTo(names);
        }
    }
}
