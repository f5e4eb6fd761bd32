package dev.waggle.dashboard;

import java.util.List;

/** Libraries from WebJars as modules: a library is run as the script that it is, and its names are exported. */
final class LibraryModules {

    /** Name of the style of plots. */
    static final String PLOT_STYLE = "uplot.css";

    private static final String PREACT = "/META-INF/resources/webjars/preact/10.27.2/";
    private static final String PLOT = "/META-INF/resources/webjars/uplot/1.6.30/";
    private static final List<String> ELEMENTS = List.of("h", "render", "Fragment", "createRef");
    private static final List<String> HOOKS = List.of("useState", "useEffect", "useLayoutEffect", "useRef", "useMemo",
            "useCallback", "useReducer");

    private LibraryModules() {}

    /** Elements and hooks of preact. */
    static WebFile preact() {
        StringBuilder module = new StringBuilder(licence("preact", PREACT));
        module.append(script(PREACT + "dist/preact.umd.js")).append(script(PREACT + "hooks/dist/hooks.umd.js"));
        ELEMENTS.forEach(name -> module.append(export(name, "preact")));
        HOOKS.forEach(name -> module.append(export(name, "preactHooks")));
        return new WebFile("preact.js", module.toString());
    }

    /** Plots. */
    static WebFile plot() {
        return new WebFile("uplot.js",
                licence("uPlot", PLOT) + withoutMap(WebResource.text(PLOT + "dist/uPlot.iife.min.js"))
                        + "\nexport const UPlot = uPlot;\n");
    }

    /** Style of plots. */
    static WebFile plotStyle() {
        return new WebFile(PLOT_STYLE, WebResource.text(PLOT + "dist/uPlot.min.css"));
    }

    /** The licence of a library, which every copy of it has to hold. */
    private static String licence(String library, String folder) {
        return "/* " + library + "\n\n" + WebResource.text(folder + "LICENSE").strip() + "\n*/\n";
    }

    private static String script(String path) {
        return "(function () {\n" + withoutMap(WebResource.text(path)) + "\n}).call(globalThis);\n";
    }

    private static String export(String name, String library) {
        return "export const " + name + " = globalThis." + library + '.' + name + ";\n";
    }

    /** No browser finds the map of sources here. */
    private static String withoutMap(String script) {
        return script.replaceAll("(?m)^//# sourceMappingURL=.*$", "").strip();
    }
}
