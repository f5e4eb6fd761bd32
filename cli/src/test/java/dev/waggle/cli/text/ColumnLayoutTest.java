package dev.waggle.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import dev.waggle.cli.text.ColumnLayout.Block;
import dev.waggle.cli.text.ColumnLayout.ColumnWidth;
import dev.waggle.cli.text.ColumnLayout.Placed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ColumnLayoutTest {

    @Test
    void columnsThatFitKeepTheirWidths() {
        assertThat(ColumnLayout.of(List.of(new ColumnWidth(10, 4), new ColumnWidth(8, 8)), 20).blocks())
                .containsExactly(new Block(List.of(new Placed(0, 10), new Placed(1, 8))));
    }

    @Test
    void theWidestColumnMakesRoom() {
        assertThat(ColumnLayout.of(List.of(new ColumnWidth(10, 4), new ColumnWidth(30, 8)), 30).blocks())
                .containsExactly(new Block(List.of(new Placed(0, 10), new Placed(1, 18))));
    }

    @Test
    void columnsWithoutRoomFollowInABlockWithTheFirst() {
        assertThat(ColumnLayout.of(List.of(new ColumnWidth(6, 6), new ColumnWidth(8, 8), new ColumnWidth(9, 9)), 20)
                .blocks()).containsExactly(new Block(List.of(new Placed(0, 6), new Placed(1, 8))),
                        new Block(List.of(new Placed(0, 6), new Placed(2, 9))));
    }

    @Test
    void everyColumnIsPlacedOnceAndEveryBlockFits() {
        Random random = new Random(27);
        for (int run = 0; run < 2_000; run++) {
            List<ColumnWidth> columns = new ArrayList<>();
            for (int i = 1 + random.nextInt(9); i > 0; i--) {
                int wanted = random.nextInt(120);
                columns.add(new ColumnWidth(wanted, Math.min(wanted, random.nextInt(60))));
            }
            int width = 10 + random.nextInt(150);

            List<Block> blocks = ColumnLayout.of(columns, width).blocks();

            String shown = "run " + run + ", width " + width + ", columns " + columns + ", blocks " + blocks;
            assertThat(blocks).as(shown).allSatisfy(block -> {
                assertThat(block.columns().getFirst().column()).isZero();
                assertThat(block.columns().stream().mapToInt(Placed::width).sum()
                        + ColumnLayout.GAP * (block.columns().size() - 1)).isLessThanOrEqualTo(width);
            });
            assertThat(blocks.stream().flatMap(block -> block.columns().stream().skip(1)).map(Placed::column))
                    .as(shown).containsExactlyElementsOf(IntStream.range(1, columns.size()).boxed().toList());
        }
    }
}
