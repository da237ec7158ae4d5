/** The till roll: a roll seen from its end, and the paper that comes off it. Also the page's icon. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#0b6e62"/>
<path d="M12 6h13v19l-2.2-1.8-2.1 1.8-2.2-1.8-2.1 1.8-2.2-1.8L12 25z" fill="#fff"/>
<path d="M16.5 15.5H22M18 19h4" stroke="#0b6e62" stroke-width="1.8" stroke-linecap="round"/>
<circle cx="12" cy="11.5" r="5.5" fill="#fff" stroke="#0b6e62" stroke-width="1.6"/>
<circle cx="12" cy="11.5" r="1.8" fill="#0b6e62"/>
</svg>
`;
