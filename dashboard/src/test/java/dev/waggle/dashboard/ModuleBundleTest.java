package dev.waggle.dashboard;

import java.util.List;
import java.util.Locale;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ModuleBundleTest {

    @Test
    void aModuleFollowsThoseThatItImports() {
        String script = ModuleBundle.of(WebFiles.shipped(), "format.js");

        assertThat(script.indexOf("modules[\"texts.js\"] =")).isBetween(0, script.indexOf("modules[\"words.js\"] ="));
        assertThat(script.indexOf("modules[\"words.js\"] =")).isLessThan(script.indexOf("modules[\"format.js\"] ="));
        assertThat(script).contains("const { t, tn } = modules[\"words.js\"];").doesNotContain("runs.js");
        assertThat(script.lines().map(String::strip)).noneMatch(line -> line.startsWith("import ")
                || line.startsWith("export "));
    }

    @Test
    void eachModuleIsInTheScriptOnceAndReturnsItsExports() {
        String script = ModuleBundle.of(WebFiles.shipped(), "file.js");

        for (String name : List.of("preact.js", "ui.js", "whatif.js", "words.js")) {
            assertThat(script.split("modules\\[\"" + name + "\"\\] = ", -1)).as(name).hasSize(2);
        }
        assertThat(script).contains("return { WhatIf };", "return { t, tn, hasText };");
    }

    @Test
    void nothingInItEndsTheElementOrHidesIt() {
        assertThat(ModuleBundle.of(WebFiles.shipped(), "file.js").toLowerCase(Locale.ROOT))
                .doesNotContain("</script", "<!--");
        assertThat(ModuleBundle.inElement("const a = \"</SCRIPT><!-- </script >\";"))
                .isEqualTo("const a = \"<\\/SCRIPT><\\!-- <\\/script >\";");
    }

    @Test
    void anUnknownModuleIsRefused() {
        assertThatThrownBy(() -> ModuleBundle.of(WebFiles.shipped(), "none.js"))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("none.js");
    }
}
