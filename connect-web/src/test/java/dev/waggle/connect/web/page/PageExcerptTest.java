package dev.waggle.connect.web.page;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PageExcerptTest {

    @Test
    void anExcerptCutsNoCharacterInTwo() {
        assertThat(PageExcerpt.of(List.of("ab\ud83d\udc1dcd"), 4)).isEqualTo(new PageExcerpt(List.of("ab"), 3));
        assertThat(PageExcerpt.of(List.of("ab\ud83d\udc1dcd"), 5))
                .isEqualTo(new PageExcerpt(List.of("ab\ud83d\udc1d"), 5));
        assertThat(PageExcerpt.of(List.of("", "", "x"), 2)).isEqualTo(new PageExcerpt(List.of("", ""), 2));
    }
}
