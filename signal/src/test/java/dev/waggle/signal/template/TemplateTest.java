package dev.waggle.signal.template;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Random;

import dev.waggle.signal.Vectors;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.VisibleText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Harness 55: behaviour that the shared cases leave open. */
class TemplateTest {

    private static final JsonValue STATE = Vectors.json("""
            {"":"blank","list":[1,"a",null,[true]],"obj":{"a":{"b":"deep","length":7}},"a.b":"dotted","text":"abc",
             "tpl":"{{ state.text }}","null":null,"input":"inner"}""");

    private static final TemplateContext CONTEXT = new TemplateContext(STATE,
            TemplateContext.signal("plan:created", Vectors.json("{\"x\":[10,20]}")), Vectors.json("[\"q\"]"));

    /** The result of a path as ECMAScript says it; an empty cell is an empty text. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"state.list.0; 1", "list.2; null", "list.3; [true]", "list.3.0; true",
        "list.length; 4", "list.01;", "list.+1;", "list.-1;", "list.4;", "list.1e0;", "list.99999999999;", "list. 0;",
        "text.0;", "text.length;", "text.x;", "obj.a.length; 7", "obj.length;", "obj.a.b.c;", "a.b;", "null; null",
        "null.x;", "state.input; inner", "input; [\"q\"]", "input.0; q", "input.length; 1", "inputs;",
        "signal.name; plan:created", "signal.payload.x.1; 20", "signal.payload; {\"x\":[10,20]}", "signal.id;",
        "signal; {\"name\":\"plan:created\",\"payload\":{\"x\":[10,20]}}", "state.state;", "toString;",
        "state.__proto__;", "list.constructor;", "STATE.text;"})
    void aPathLeadsToOneValueOrNowhere(String path, String expected) {
        assertThat(Template.of("<{{ " + path + " }}>").expand(CONTEXT))
                .isEqualTo("<" + (expected == null ? "" : expected) + ">");
    }

    @Test
    void blanksOfEveryKindAroundAPathAreNoPartOfIt() {
        assertThat(Template.of("{{\u00a0\ufeff\n\u2028 text\t\u3000}}").expand(CONTEXT)).isEqualTo("abc");
        assertThat(Template.of("{{te xt}}").paths()).containsExactly("te xt");
        assertThat(Template.of("{{ }}").expand(CONTEXT)).as("the state's field with an empty name").isEqualTo("blank");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"{{}}; 0; {{}}", "{{{text}}; 1; ''", "{{text}}}; 1; abc}",
        "{{ a {{ text }}; 1; ''", "{{ a } {{text}}; 1; {{ a } abc", "{{a}{{text}}; 1; {{a}abc",
        "{{}{{text}}; 1; {{}abc",
        "{ {text} }; 0; { {text} }", "{{text}; 0; {{text}", "{{text}}{{text}}; 2; abcabc", "{{{}}; 1; ''",
        "}}{{; 0; }}{{", "{{text}} }}; 1; abc }}"})
    void bracesThatFormNoExpressionArePlainText(String text, int expressions, String expected) {
        Template template = Template.of(text);

        assertThat(template.expand(CONTEXT)).isEqualTo(expected);
        assertThat(template.paths()).hasSize(expressions);
        assertThat(template.hasExpressions()).isEqualTo(expressions > 0);
    }

    @Test
    void whatIsFilledInIsNeverATemplate() {
        assertThat(Template.of("{{ tpl }} $1 $&").expand(CONTEXT)).isEqualTo("{{ state.text }} $1 $&");
    }

    @Test
    void nothingIsThereWithoutAContext() {
        TemplateContext nothing = new TemplateContext(null, null, null);

        assertThat(Template.of("<{{ state }}{{ signal }}{{ input }}{{ x.y }}>").expand(nothing)).isEqualTo("<>");
    }

    @Test
    void valuesAreShownAsTheCallerWants() {
        TemplateContext context = TemplateContext.ofState(JsonValue.of(Map.of("t", JsonValue.of("a\nb"))));

        assertThat(Template.of("\n{{ t }}").expand(context, VisibleText::of)).isEqualTo("\na\\nb");
    }

    @ParameterizedTest
    @CsvSource({"0,0", "-0.0,0", "0E+7,0", "1.50,1.5", "-2.0,-2", "1E+2,100",
        "100000000000000000000,100000000000000000000",
        "1E+20,100000000000000000000", "1E+21,1e+21", "-1.25E+21,-1.25e+21",
        "123456789012345680000,123456789012345680000",
        "0.000001,0.000001", "0.0000012,0.0000012", "0.0000001,1e-7", "1.23E-7,1.23e-7", "5E-324,5e-324",
        "1.7976931348623157E+308,1.7976931348623157e+308", "12.5E+3,12500", "9007199254740993,9007199254740993"})
    void numbersAreWrittenAsEcmaScriptDoes(BigDecimal value, String expected) {
        assertThat(EcmaScriptText.of(new JsonValue.Num(value))).isEqualTo(expected);
    }

    @Test
    void numbersKeepTheirValue() {
        Random random = new Random(55);
        for (int n = 0; n < 20_000; n++) {
            double drawn = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(drawn)) {
                String text = EcmaScriptText.of(JsonValue.of(drawn));

                assertThat(new BigDecimal(text)).as("seed 55, number %d: %s", n, text).isEqualByComparingTo(
                        BigDecimal.valueOf(drawn));
                assertThat(text.length()).as(text).isLessThanOrEqualTo(25);
            }
        }
    }

    @Test
    void textsInJsonAreEscapedAsStringifyDoes() {
        JsonValue value = JsonValue
                .of(List.of(JsonValue.of("\"\\/\b\f\n\r\t\u0001\u001f\u007f\u2028é\ud83d\udc1d\ud800")));

        assertThat(EcmaScriptText.of(value))
                .isEqualTo("[\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\u007f\u2028é\ud83d\udc1d\\ud800\"]");
    }

    /** Each text would take hours if a brace were scanned from every place before it. */
    @Test
    void hostileTextsOfFullLengthAreRead() {
        String braces = "{".repeat(Template.MAX_LENGTH);
        assertThat(Template.of(braces).expand(CONTEXT)).isEqualTo(braces);
        String closed = "{".repeat(Template.MAX_LENGTH - 1) + "}";
        assertThat(Template.of(closed).paths()).isEmpty();
        String empty = "{{}".repeat(Template.MAX_LENGTH / 3);
        assertThat(Template.of(empty).expand(CONTEXT)).isEqualTo(empty);
        String blanks = "{{" + " ".repeat(Template.MAX_LENGTH - 4) + "}}";
        assertThat(Template.of(blanks).paths()).containsExactly("");
        String dots = "{{" + ".".repeat(Template.MAX_LENGTH - 4) + "}}";
        assertThat(Template.of(dots).expand(CONTEXT)).isEmpty();
    }

    @Test
    void tooLongTextsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Template.of(" ".repeat(Template.MAX_LENGTH + 1)))
                .withMessageContaining("1000000").withMessageContaining("1000001");
        JsonValue large = JsonValue.of(Map.of("t", JsonValue.of("x".repeat(500_000))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Template.of("{{ t }}".repeat(40)).expand(TemplateContext.ofState(large)))
                .withMessageContaining("16777216").withMessageContaining("Maybe");
    }
}
