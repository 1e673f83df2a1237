/** Each element of xaia in a page that a server has rendered. */
export const App = () => (
  <main>
    <h1>A course</h1>
    <xaia-lesson name="sample">This lesson needs JavaScript.</xaia-lesson>
    <xaia-teach map="false" keep="false" />
    <xaia-plot X="[[0,0],[0,1],[1,0],[1,1]]" y='["a","b","b","a"]' external="[[0.1,0.9]]" selected='{"external":0}' width={420} height={320} />
  </main>
);
